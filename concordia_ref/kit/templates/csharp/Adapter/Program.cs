using System;
using Adapter;

// Reads one request per line from standard input and writes one answer per line to standard output.
var answers = Console.Out;
// Standard output belongs to the protocol: what the engine prints goes to standard error.
Console.SetOut(Console.Error);
var protocol = new Protocol(new Engine());
while (!protocol.Done && Console.In.ReadLine() is { } line)
{
    answers.Write(protocol.Answer(line) + "\n");
    answers.Flush();
}
