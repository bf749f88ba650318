package adapter;

import adapter.Messages.*;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The protocol: what a request asks of the engine, and how the result is answered.
 * There is nothing to change here. A server calls `answer` with the body of each POST request.
 */
public final class Protocol {
    static final JsonMapper JSON = JsonMapper.builder()
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(DeserializationFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
            .build();
    private static final List<String> OPERATIONS =
            Arrays.stream(Operation.values()).map(one -> one.name().toLowerCase()).toList();

    private final Engine engine;
    private boolean done;

    public Protocol(Engine engine) {
        this.engine = engine;
    }

    /** Whether the last request has been answered. */
    public boolean done() {
        return done;
    }

    /** The answer to a request, both as JSON. */
    public String answer(String line) {
        int id = -1;
        State before = copied(engine.position);
        try {
            JsonNode tree = JSON.readTree(line);
            id = tree.path("id").asInt(-1);
            String op = tree.path("op").asText();
            if (!OPERATIONS.contains(op)) throw new NotYet("unknown operation " + op);
            Request request = read(tree);
            Object ok = perform(request);
            if (request instanceof CheckRequest) engine.position = before;
            done = request instanceof ByeRequest;
            return written(new Answer(id, ok, null, null, null));
        } catch (Exception outcome) {
            engine.position = before; // After a refusal, the position is restored.
            return written(refusal(id, outcome));
        }
    }

    private static Answer refusal(int id, Exception outcome) {
        String message = outcome.getMessage();
        if (outcome instanceof NotYet) return new Answer(id, null, null, message, null);
        if (outcome instanceof Illegal illegal) {
            return new Answer(id, null, new Rejection(illegal.clause(), null, message), null, null);
        }
        if (outcome instanceof Malformed malformed) {
            return new Answer(id, null, new Rejection(null, malformed.pointer(), message), null, null);
        }
        outcome.printStackTrace();
        return new Answer(id, null, null, null, outcome.toString());
    }

    private Object perform(Request request) {
        if (request instanceof HelloRequest) return engine.hello();
        if (request instanceof LoadRequest load) engine.load(load.edition(), load.state());
        if (request instanceof NewRequest setup) engine.newGame(setup);
        if (request instanceof ApplyRequest apply) engine.apply(readable(apply.turn()));
        if (request instanceof CheckRequest check) engine.apply(readable(check.turn()));
        if (request instanceof StateRequest) return new StateAnswer(engine.state());
        if (request instanceof ScoreRequest) return engine.score();
        if (request instanceof LegalRequest legal) return new LegalAnswer(engine.legal(legal.card()));
        if (request instanceof PerftRequest perft) return new PerftAnswer(engine.perft(perft.depth()));
        return Map.of();
    }

    private static Request read(JsonNode tree) throws JsonProcessingException {
        try {
            return JSON.treeToValue(tree, Request.class);
        } catch (JsonMappingException wrong) {
            // The pointer is relative to the turn or the state, which is the first part of the path.
            String pointer = wrong.getPath().stream()
                    .skip(1)
                    .map(part -> "/" + (part.getFieldName() != null ? part.getFieldName() : part.getIndex()))
                    .collect(Collectors.joining());
            throw new Malformed(pointer, wrong.getOriginalMessage());
        }
    }

    /** A turn, if it is either a pass or a card and no number is negative: types alone do not ensure that. */
    private static Turn readable(Turn turn) {
        if (turn == null) throw new Malformed("", "a turn is an object");
        if (turn.pass() == null && turn.card() == null) throw new Malformed("", "the key card is missing");
        if (turn.pass() != null && !turn.pass()) throw new Malformed("/pass", "must be true");
        if (turn.pass() != null && turn.card() != null) throw new Malformed("", "a turn is a pass or has a card");
        if (turn.seat() != null && turn.seat() < 0) throw new Malformed("/seat", "a seat is negative");
        Map<String, Map<Good, Integer>> amounts = new HashMap<>();
        amounts.put("sell", turn.sell());
        amounts.put("buy", turn.buy());
        amounts.put("any", turn.any());
        amounts.forEach((key, goods) -> {
            if (goods != null && goods.values().stream().anyMatch(number -> number < 0)) {
                throw new Malformed("/" + key, "an amount is negative");
            }
        });
        return turn;
    }

    private static State copied(State position) {
        return JSON.convertValue(JSON.<JsonNode>valueToTree(position), State.class);
    }

    private static String written(Answer answer) {
        try {
            return JSON.writeValueAsString(answer);
        } catch (IOException broken) {
            return "{\"id\":" + answer.id() + ",\"error\":\"the answer cannot be written as JSON\"}";
        }
    }
}
