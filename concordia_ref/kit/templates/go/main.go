// Reads one request per line from standard input and writes one answer per line to standard output.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
)

const longestLine = 4_000_000

func main() {
	answers := bufio.NewWriter(os.Stdout)
	// Standard output belongs to the protocol: what the engine prints goes to standard error.
	os.Stdout = os.Stderr
	engine := &Engine{}
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, longestLine)
	for lines.Scan() {
		answer, done := Respond(engine, lines.Bytes())
		text, err := json.Marshal(answer)
		if err != nil {
			text = []byte(fmt.Sprintf(`{"id":%d,"error":%q}`, answer.ID, err))
		}
		answers.Write(append(text, '\n'))
		answers.Flush()
		if done {
			return
		}
	}
}
