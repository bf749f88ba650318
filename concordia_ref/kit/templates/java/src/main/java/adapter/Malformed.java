package adapter;

/** It cannot be read, or something is missing. The pointer is the JSON pointer to what is wrong. */
public final class Malformed extends RuntimeException {
    private final String pointer;

    public Malformed(String pointer, String message) {
        super(message);
        this.pointer = pointer;
    }

    public String pointer() {
        return pointer;
    }
}
