using System;
using System.Text.Json.Nodes;
using Xunit;

namespace Adapter.Tests;

public class ProtocolTests
{
    private const string Position = """
        {{STATE}}
        """;

    private static JsonNode Ask(Protocol protocol, string request) => JsonNode.Parse(protocol.Answer(request))!;

    private static Protocol Loaded()
    {
        var protocol = new Protocol(new Engine());
        var request = $$"""{"id": 1, "op": "load", "edition": "canonical", "state": {{Position}}}""";
        Assert.NotNull(Ask(protocol, request)["ok"]);
        return protocol;
    }

    [Fact]
    public void ItSaysHelloAndDeclaresWhatItCanDo()
    {
        const string request = """{"id": 7, "op": "hello", "protocol": 1, "specification": "{{VERSION}}"}""";
        var given = Ask(new Protocol(new Engine()), request);
        Assert.Equal(7, given["id"]!.GetValue<int>());
        Assert.Equal(1, given["ok"]!["protocol"]!.GetValue<int>());
        Assert.Equal("load", given["ok"]!["operations"]![0]!.GetValue<string>());
    }

    [Fact]
    public void ItGivesBackThePositionThatItWasGiven()
    {
        var given = Ask(Loaded(), """{"id": 2, "op": "state"}""");
        Assert.True(JsonNode.DeepEquals(JsonNode.Parse(Position), given["ok"]!["state"]));
    }

    [Fact]
    public void ItSkipsAnOperationThatItDoesNotKnow()
    {
        var given = Ask(new Protocol(new Engine()), """{"id": 7, "op": "dance"}""");
        Assert.Contains("dance", given["skip"]!.GetValue<string>());
    }

    [Theory]
    [InlineData("""{"card": "juggler"}""")]
    [InlineData("""{"card": "mercator", "sell": {"wine": -1}}""")]
    [InlineData("""{"choice": "produce"}""")]
    public void ItRefusesATurnThatCannotBeRead(string turn)
    {
        var given = Ask(Loaded(), $$"""{"id": 7, "op": "apply", "turn": {{turn}}}""");
        Assert.NotNull(given["reject"]!["malformed"]);
    }

    private sealed class BrokenEngine : Engine
    {
        public override ScoreAnswer Score() => throw new ArithmeticException("a bug");
    }

    [Fact]
    public void AProgramThatBreaksSaysSoAndAnswersTheNextRequest()
    {
        var protocol = new Protocol(new BrokenEngine());
        Assert.Contains("a bug", Ask(protocol, """{"id": 7, "op": "score"}""")["error"]!.GetValue<string>());
        Assert.NotNull(Ask(protocol, """{"id": 8, "op": "sync"}""")["ok"]);
    }
}
