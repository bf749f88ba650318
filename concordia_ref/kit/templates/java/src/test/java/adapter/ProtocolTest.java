package adapter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import adapter.Messages.ScoreAnswer;
import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;

class ProtocolTest {
    private static final String STATE = """
            {{STATE}}""";

    private final Protocol protocol = new Protocol(new Engine());

    private static JsonNode ask(Protocol protocol, String request) throws Exception {
        return Protocol.JSON.readTree(protocol.answer(request));
    }

    private void load() throws Exception {
        var request = "{\"id\": 1, \"op\": \"load\", \"edition\": \"canonical\", \"state\": " + STATE + "}";
        assertTrue(ask(protocol, request).has("ok"));
    }

    @Test
    void itSaysHelloAndDeclaresWhatItCanDo() throws Exception {
        var request = "{\"id\": 7, \"op\": \"hello\", \"protocol\": 1, \"specification\": \"{{VERSION}}\"}";
        var given = ask(protocol, request);
        assertEquals(7, given.path("id").asInt());
        assertEquals(1, given.path("ok").path("protocol").asInt());
        assertEquals("load", given.path("ok").path("operations").path(0).asText());
    }

    @Test
    void itGivesBackThePositionThatItWasGiven() throws Exception {
        load();
        var given = ask(protocol, "{\"id\": 2, \"op\": \"state\"}");
        assertEquals(Protocol.JSON.readTree(STATE), given.path("ok").path("state"));
    }

    @Test
    void itSkipsAnOperationThatItDoesNotKnow() throws Exception {
        assertTrue(ask(protocol, "{\"id\": 7, \"op\": \"dance\"}").path("skip").asText().contains("dance"));
    }

    @Test
    void itRefusesATurnThatCannotBeReadAndSaysWhere() throws Exception {
        load();
        assertMalformed("/card", "{\"card\": \"juggler\"}");
        assertMalformed("/sell", "{\"card\": \"mercator\", \"sell\": {\"wine\": -1}}");
        assertMalformed("", "{\"choice\": \"produce\"}");
    }

    private void assertMalformed(String pointer, String turn) throws Exception {
        var given = ask(protocol, "{\"id\": 7, \"op\": \"apply\", \"turn\": " + turn + "}");
        assertEquals(pointer, given.path("reject").path("malformed").asText("none"));
    }

    @Test
    void aProgramThatBreaksSaysSoAndAnswersTheNextRequest() throws Exception {
        var broken = new Protocol(new Engine() {
            @Override
            public ScoreAnswer score() {
                throw new ArithmeticException("a bug");
            }
        });
        assertTrue(ask(broken, "{\"id\": 7, \"op\": \"score\"}").path("error").asText().contains("a bug"));
        assertTrue(ask(broken, "{\"id\": 8, \"op\": \"sync\"}").has("ok"));
    }
}
