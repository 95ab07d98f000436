import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;

/** The loop: a JSON object a line in, one a line out, flushed at once. */
final class Protocol {
    /**
     * Takes the request's input and returns the fields of `ok`, or throws. A stateful operation keeps a state for each name
     * of a session; for the others the name is null.
     */
    interface Operation {
        Map<String, Object> answer(Map<String, Object> input, String session) throws Exception;
    }

    /** The implementation refuses the input, with a code of the operation's page. */
    static final class Reject extends RuntimeException {
        Reject(String code) {
            super(code);
        }
    }

    /** The implementation lacks this. */
    static final class Unsupported extends RuntimeException {
        Unsupported(String reason) {
            super(reason);
        }
    }

    private Protocol() {}

    static void serve(String name, String version, Map<String, Operation> operations) throws IOException {
        Map<String, Object> hello = new LinkedHashMap<>();
        hello.put("protocol", BigDecimal.ONE);
        hello.put("name", name);
        hello.put("version", version);
        hello.put("language", "java");
        hello.put("operations", new ArrayList<Object>(operations.keySet()));

        PrintStream replies = System.out;
        System.setOut(System.err); // What else is printed must not come between the replies.
        InputStream requests = new BufferedInputStream(System.in, 1 << 16);
        for (byte[] line = line(requests); line != null; line = line(requests)) {
            String reply = Json.write(answer(line, hello, operations)) + "\n";
            replies.write(reply.getBytes(StandardCharsets.UTF_8)); // Whatever the platform's encoding is.
            replies.flush();
        }
    }

    /** The next line, or null at the end. Bytes, because a reader would replace what is no UTF-8. */
    private static byte[] line(InputStream input) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int next = input.read();
        if (next < 0) return null;
        for (; next >= 0 && next != '\n'; next = input.read()) line.write(next);
        return line.toByteArray();
    }

    private static Map<String, Object> answer(byte[] line, Map<String, Object> hello, Map<String, Operation> operations) {
        Map<String, Object> reply = new LinkedHashMap<>();
        reply.put("id", null);
        try {
            String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(line)).toString();
            Map<String, Object> request = Json.object(Json.read(text));
            if (!(request.get("id") instanceof BigDecimal)) throw new IllegalArgumentException("no id");
            reply.put("id", request.get("id"));
            reply.put("ok", result(request, hello, operations));
        } catch (Reject reject) {
            reply.put("reject", Map.of("code", reject.getMessage()));
        } catch (Unsupported unsupported) {
            reply.put("unsupported", Map.of("reason", unsupported.getMessage()));
        } catch (Exception | StackOverflowError failure) { // It is answered too, and the loop goes on.
            failure.printStackTrace();
            reply.put("error", Map.of("message", failure.toString()));
        }
        return reply;
    }

    private static Map<String, Object> result(
            Map<String, Object> request, Map<String, Object> hello, Map<String, Operation> operations) throws Exception {
        String name = Json.text(request, "op");
        if (name.equals("hello")) return hello;
        Operation operation = operations.get(name);
        if (operation == null) throw new Unsupported("no such operation");
        String session = request.containsKey("session") ? Json.text(request, "session") : null;
        return operation.answer(Json.object(request, "input"), session);
    }
}
