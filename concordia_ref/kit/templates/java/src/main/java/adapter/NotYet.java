package adapter;

/** The engine does not support this yet. Do not declare anything in `hello` that throws this. */
public final class NotYet extends RuntimeException {
    public NotYet(String what) {
        super(what);
    }
}
