package adapter;

/** The engine does not do this yet. What throws it must not be declared in `hello`. */
public final class NotYet extends RuntimeException {
    public NotYet(String what) {
        super(what);
    }
}
