import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** JSON as maps, lists, texts, booleans, nulls and decimal numbers, which lose no digit. */
final class Json {
    private final String text;
    private int at;

    private Json(String text) {
        this.text = text;
    }

    static Object read(String text) {
        Json json = new Json(text);
        Object value = json.value();
        if (json.peek() != 0) throw json.fault();
        return value;
    }

    /** A value that must be an object. What is missing makes an error, and no rejection. */
    @SuppressWarnings("unchecked")
    static Map<String, Object> object(Object value) {
        if (!(value instanceof Map)) throw new IllegalArgumentException("expected an object");
        return (Map<String, Object>) value;
    }

    static Map<String, Object> object(Map<String, Object> fields, String name) {
        if (!(fields.get(name) instanceof Map)) throw new IllegalArgumentException(name + " is missing or no object");
        return object(fields.get(name));
    }

    static List<?> list(Map<String, Object> fields, String name) {
        if (!(fields.get(name) instanceof List)) throw new IllegalArgumentException(name + " is missing or no list");
        return (List<?>) fields.get(name);
    }

    static String text(Map<String, Object> fields, String name) {
        if (!(fields.get(name) instanceof String)) throw new IllegalArgumentException(name + " is missing or no text");
        return (String) fields.get(name);
    }

    private Object value() {
        switch (peek()) {
            case '{':
                return object();
            case '[':
                return list();
            case '"':
                return string();
            case 't':
                return word("true", true);
            case 'f':
                return word("false", false);
            case 'n':
                return word("null", null);
            default:
                return number();
        }
    }

    private Map<String, Object> object() {
        Map<String, Object> fields = new LinkedHashMap<>();
        at++;
        if (peek() == '}') {
            at++;
            return fields;
        }
        do {
            if (peek() != '"') throw fault();
            String name = string();
            if (peek() != ':') throw fault();
            at++;
            fields.put(name, value());
        } while (more('}'));
        return fields;
    }

    private List<Object> list() {
        List<Object> items = new ArrayList<>();
        at++;
        if (peek() == ']') {
            at++;
            return items;
        }
        do {
            items.add(value());
        } while (more(']'));
        return items;
    }

    /** Whether another member follows. */
    private boolean more(char end) {
        char next = peek();
        at++;
        if (next != ',' && next != end) throw fault();
        return next == ',';
    }

    private String string() {
        StringBuilder out = new StringBuilder();
        for (at++; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c == '"') {
                at++;
                return out.toString();
            }
            if (c < ' ') throw fault();
            out.append(c == '\\' ? escaped() : c);
        }
        throw fault();
    }

    private char escaped() {
        int which = ++at < text.length() ? "\"\\/bfnrtu".indexOf(text.charAt(at)) : -1;
        if (which < 0) throw fault();
        if (which < 8) return "\"\\/\b\f\n\r\t".charAt(which);
        int unit = 0;
        for (int digit = 0; digit < 4; digit++) {
            int value = ++at < text.length() ? Character.digit(text.charAt(at), 16) : -1;
            if (value < 0) throw fault();
            unit = unit * 16 + value;
        }
        return (char) unit; // The two units of a pair find each other.
    }

    private BigDecimal number() {
        int start = at;
        while (at < text.length() && "+-.0123456789eE".indexOf(text.charAt(at)) >= 0) at++;
        try {
            return new BigDecimal(text.substring(start, at));
        } catch (NumberFormatException wrong) {
            throw fault();
        }
    }

    private Object word(String word, Object value) {
        if (!text.startsWith(word, at)) throw fault();
        at += word.length();
        return value;
    }

    /** The next character that is no blank; 0 at the end. */
    private char peek() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) at++;
        return at < text.length() ? text.charAt(at) : 0;
    }

    private IllegalArgumentException fault() {
        return new IllegalArgumentException("no JSON at character " + at);
    }

    static String write(Object value) {
        StringBuilder out = new StringBuilder();
        write(value, out);
        return out.toString();
    }

    private static void write(Object value, StringBuilder out) {
        if (value instanceof String) {
            write((String) value, out);
        } else if (value instanceof Map) {
            String separator = "{";
            for (Map.Entry<?, ?> field : ((Map<?, ?>) value).entrySet()) {
                out.append(separator);
                write(field.getKey(), out);
                out.append(':');
                write(field.getValue(), out);
                separator = ",";
            }
            out.append(separator.equals("{") ? "{}" : "}");
        } else if (value instanceof List) {
            String separator = "[";
            for (Object item : (List<?>) value) {
                out.append(separator);
                write(item, out);
                separator = ",";
            }
            out.append(separator.equals("[") ? "[]" : "]");
        } else {
            out.append(value instanceof BigDecimal ? ((BigDecimal) value).toPlainString() : String.valueOf(value));
        }
    }

    private static void write(String text, StringBuilder out) {
        out.append('"');
        for (int at = 0; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < ' ' || Character.isSurrogate(c)) { // A lone surrogate has no UTF-8; a pair may be escaped too.
                out.append(String.format("\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }
}
