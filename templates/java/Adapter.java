import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An adapter for proofmark: puts my implementation behind the protocol. Java 11 and later, no libraries.
 *
 * <pre>
 * javac -d classes *.java
 * proofmark adapter test -- java -cp classes Adapter      is the adapter sound?
 * proofmark check -- java -cp classes Adapter             does the implementation conform?
 * </pre>
 *
 * EDIT marks each place that is yours. Protocol.java is the loop and Json.java reads and writes JSON; they need no changes.
 */
public final class Adapter {
    public static void main(String[] arguments) throws Exception {
        Map<String, Protocol.Operation> operations = new LinkedHashMap<>();
        operations.put("task_id.internal", Adapter::internalId);
        operations.put("partition_key.encode", Adapter::encode);
        // EDIT: a line for each further operation that you have. The pages in spec/ list them.

        // EDIT: the name and version of your implementation.
        Protocol.serve("my-implementation", "0.1.0", operations);
    }

    private static final BigInteger LARGEST = BigInteger.valueOf(Long.MAX_VALUE);

    /** A worked example. It checks its components itself; yours calls your code, and turns its refusals into Reject. */
    private static Map<String, Object> internalId(Map<String, Object> input, String session) {
        Map.Entry<String, Object> operation = Json.object(input, "operation").entrySet().iterator().next();
        Map<String, Object> parts = Json.object(operation.getValue());
        StringBuilder id = new StringBuilder();
        List<String> numbers;
        switch (operation.getKey()) {
            case "dispatch":
                id.append("dispatch");
                numbers = List.of("attempt");
                break;
            case "retry":
                id.append("timer:retry");
                numbers = List.of("attempt", "due_epoch");
                break;
            case "heartbeat":
                id.append("timer:heartbeat");
                numbers = List.of("check_epoch");
                break;
            default:
                throw new IllegalArgumentException("unknown form of operation");
        }
        for (String name : List.of("run_id", "task_key")) {
            String part = Json.text(parts, name);
            if (part.isEmpty()) throw new Protocol.Reject("empty_component");
            if (part.contains(":")) throw new Protocol.Reject("invalid_component");
            id.append(':').append(part);
        }
        for (String name : numbers) {
            String digits = Json.text(parts, name);
            if (!digits.matches("0|[1-9][0-9]*") || new BigInteger(digits).compareTo(LARGEST) > 0) {
                throw new Protocol.Reject("invalid_number");
            }
            id.append(':').append(digits);
        }
        return Map.of("internal_id", id.toString());
    }

    /** EDIT: an operation to fill in. Call your implementation where this one gives up. */
    private static Map<String, Object> encode(Map<String, Object> input, String session) {
        List<String> parts = new ArrayList<>();
        for (Object item : Json.list(input, "dimensions")) {
            Map<String, Object> dimension = Json.object(item);
            Value value = Value.read(Json.object(dimension, "value"));
            parts.add(Json.text(dimension, "key") + "=" + encode(value));
        }
        return Map.of("canonical", String.join(",", parts));
    }

    private static String encode(Value value) {
        switch (value.kind) {
            case "null":
                return "n:null";
            case "bool":
                return "b:" + value.truth;
            case "int":
                return "i:" + value.text;
            default:
                throw new Protocol.Unsupported(value.kind + " is still to be written"); // EDIT
        }
    }

    /** A value of the protocol. Numbers are text on the wire, so that no digit is lost. */
    private static final class Value {
        /** null, bool, int, uint, decimal, float, date, timestamp, string, bytes, ulid or enum. */
        final String kind;
        /** Of a bool. */
        final boolean truth;
        /** Of all others; of bytes the hexadecimal digits, of an enum the digits of the discriminant. */
        final String text;
        /** Of an enum, if it has one; else null. */
        final Value payload;

        private Value(String kind, boolean truth, String text, Value payload) {
            this.kind = kind;
            this.truth = truth;
            this.text = text;
            this.payload = payload;
        }

        static Value read(Map<String, Object> wire) {
            String kind = wire.keySet().iterator().next();
            Object content = wire.get(kind);
            switch (kind) {
                case "null":
                    return new Value(kind, false, null, null);
                case "bool":
                    return new Value(kind, (Boolean) content, null, null);
                case "enum":
                    Map<String, Object> fields = Json.object(content);
                    Object payload = fields.get("payload");
                    String discriminant = fields.get("discriminant").toString();
                    return new Value(kind, false, discriminant, payload == null ? null : read(Json.object(payload)));
                default:
                    return new Value(kind, false, Json.text(wire, kind), null);
            }
        }
    }
}
