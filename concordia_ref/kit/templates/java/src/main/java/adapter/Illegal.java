package adapter;

/** The rules forbid it. The clause is the id of the rule, if you know it: `concordia show clause` lists them. */
public final class Illegal extends RuntimeException {
    private final String clause;

    public Illegal(String message, String clause) {
        super(message);
        this.clause = clause;
    }

    public String clause() {
        return clause;
    }
}
