package adapter;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Reads one request per line from standard input and writes one answer per line to standard output. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) throws IOException {
        PrintStream answers = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        // Standard output belongs to the protocol: what the engine prints goes to standard error.
        System.setOut(System.err);
        Protocol protocol = new Protocol(new Engine());
        var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null && !protocol.done(); line = lines.readLine()) {
            answers.print(protocol.answer(line) + "\n");
            answers.flush();
        }
    }
}
