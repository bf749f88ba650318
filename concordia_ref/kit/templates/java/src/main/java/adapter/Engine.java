package adapter;

import adapter.Messages.*;
import java.util.List;
import java.util.Map;

/** Your engine. Fill in one operation and one card at a time, and declare each when it works. */
public class Engine {
    /** The current position. If your engine has objects of its own, build them in `load` and write them in `state`. */
    State position;

    /** Who you are and what you can do. Only what is declared is asked for. */
    public Map<String, Object> hello() {
        return Map.of(
                "protocol", 1,
                "name", "my-engine",
                "version", "0.1",
                "language", "Java",
                "operations", List.of("load", "state"),
                "cards", List.of(),
                "maps", List.of("imperium", "italia"),
                "players", List.of(2, 3, 4, 5),
                "editions", List.of("canonical"),
                "interim", false);
    }

    /** Starts from a position. */
    public void load(String edition, State state) {
        position = state;
    }

    /** Sets up a game with your own set-up code; only the tokens on the cities and the order of the cards are given. */
    public void newGame(NewRequest request) {
        throw new NotYet("new: setting up a game");
    }

    /** The whole current position. */
    public State state() {
        if (position == null) throw new IllegalStateException("there is no position yet; load comes first");
        return position;
    }

    /** The points of all players as if the game ended now. It is also asked for in the middle of games. */
    public ScoreAnswer score() {
        throw new NotYet("score");
    }

    /** Plays a turn, or throws `Illegal`; any changes made by then are undone. */
    public void apply(Turn turn) {
        if (turn.card() == null) throw new Illegal("passing is not allowed", null);
        switch (Messages.KIND_OF.get(turn.card())) {
            case TRIBUNE -> tribune(turn);
            case ARCHITECT -> architect(turn);
            case PREFECT -> prefect(turn);
            case MERCATOR -> mercator(turn);
            case COLONIST -> colonist(turn);
            case DIPLOMAT -> diplomat(turn);
            case SENATOR -> senator(turn);
            case CONSUL -> consul(turn);
            case MASON, FARMER, SMITH, VINTNER, WEAVER -> specialist(turn);
        }
    }

    void tribune(Turn turn) {
        throw new NotYet("the Tribune");
    }

    void architect(Turn turn) {
        throw new NotYet("the Architect");
    }

    void prefect(Turn turn) {
        throw new NotYet("the Prefect");
    }

    void mercator(Turn turn) {
        throw new NotYet("the Mercator");
    }

    void colonist(Turn turn) {
        throw new NotYet("the Colonist");
    }

    void diplomat(Turn turn) {
        throw new NotYet("the Diplomat");
    }

    void senator(Turn turn) {
        throw new NotYet("the Senator");
    }

    void consul(Turn turn) {
        throw new NotYet("the Consul");
    }

    void specialist(Turn turn) {
        throw new NotYet("the specialists");
    }

    /** All legal turns, or only those with the given card if it is not null. */
    public List<Turn> legal(Card card) {
        throw new NotYet("legal");
    }

    /** The number of sequences of `depth` legal turns. */
    public int perft(int depth) {
        throw new NotYet("perft");
    }
}
