using System;
using System.Collections.Generic;
using System.Linq;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace Adapter;

/// <summary>The rules forbid it. The clause is the id of the rule, if you know it: `concordia show clause` lists
/// them.</summary>
public sealed class Illegal(string message, string? clause = null) : Exception(message)
{
    public string? Clause { get; } = clause;
}

/// <summary>It cannot be read, or something is missing. The pointer is the JSON pointer to what is wrong.</summary>
public sealed class Malformed(string pointer, string message) : Exception(message)
{
    public string Pointer { get; } = pointer;
}

/// <summary>The engine does not support this yet. Do not declare anything in Hello that throws this.</summary>
public sealed class NotYet(string what) : Exception(what);

/// <summary>The protocol: what a request asks of the engine, and how the result is answered. There is nothing to
/// change here. A server calls Answer with the body of each POST request.</summary>
public sealed class Protocol(Engine engine)
{
    public static readonly JsonSerializerOptions Json = new()
    {
        // The runner writes `id` before `op`, which identifies the kind of request.
        AllowOutOfOrderMetadataProperties = true,
        RespectNullableAnnotations = true,
        Converters = { new JsonStringEnumConverter(namingPolicy: null, allowIntegerValues: false) },
    };

    /// <summary>Whether the last request has been answered.</summary>
    public bool Done { get; private set; }

    /// <summary>The answer to a request, both as JSON.</summary>
    public string Answer(string line)
    {
        var id = -1;
        var before = Copied(engine.Position);
        try
        {
            using var tree = JsonDocument.Parse(line);
            id = tree.RootElement.GetProperty("id").GetInt32();
            var op = tree.RootElement.GetProperty("op").GetString() ?? "";
            if (!Enum.GetNames<Operation>().Any(name => name.ToLowerInvariant() == op))
            {
                throw new NotYet("unknown operation " + op);
            }
            var request = Read(line);
            var ok = Perform(request);
            if (request is CheckRequest) engine.Position = before;
            Done = request is ByeRequest;
            return JsonSerializer.Serialize(new Answer { Id = id, Ok = ok }, Json);
        }
        catch (Exception outcome)
        {
            engine.Position = before; // After a refusal, the position is restored.
            return JsonSerializer.Serialize(Refusal(id, outcome), Json);
        }
    }

    private static Answer Refusal(int id, Exception outcome)
    {
        switch (outcome)
        {
            case NotYet lack:
                return new Answer { Id = id, Skip = lack.Message };
            case Illegal illegal:
                return new Answer { Id = id, Reject = new() { Clause = illegal.Clause, Message = illegal.Message } };
            case Malformed wrong:
                return new Answer { Id = id, Reject = new() { Malformed = wrong.Pointer, Message = wrong.Message } };
            default:
                Console.Error.WriteLine(outcome);
                return new Answer { Id = id, Error = outcome.Message };
        }
    }

    private object Perform(Request request)
    {
        switch (request)
        {
            case HelloRequest: return engine.Hello();
            case LoadRequest load: engine.Load(load.Edition, load.State); break;
            case NewRequest setup: engine.New(setup); break;
            case ApplyRequest apply: engine.Apply(Readable(apply.Turn)); break;
            case CheckRequest check: engine.Apply(Readable(check.Turn)); break;
            case StateRequest: return new StateAnswer { State = engine.State() };
            case ScoreRequest: return engine.Score();
            case LegalRequest legal: return new LegalAnswer { Turns = engine.Legal(legal.Card) };
            case PerftRequest perft: return new PerftAnswer { Count = engine.Perft(perft.Depth) };
        }
        return new Dictionary<string, object>();
    }

    private static Request Read(string line)
    {
        try
        {
            return JsonSerializer.Deserialize<Request>(line, Json) ?? throw new JsonException("null");
        }
        catch (JsonException wrong)
        {
            // $.turn.sell.wine becomes /sell/wine: the pointer is relative to the turn or the state.
            var parts = (wrong.Path ?? "$").Split('.', '[').Skip(2).Select(part => "/" + part.TrimEnd(']'));
            throw new Malformed(string.Concat(parts), wrong.Message);
        }
    }

    /// <summary>A turn, if it is either a pass or a card and no number is negative: types alone do not ensure
    /// that.</summary>
    private static Turn Readable(Turn turn)
    {
        if (turn.Pass is null && turn.Card is null) throw new Malformed("", "the key card is missing");
        if (turn.Pass is false) throw new Malformed("/pass", "must be true");
        if (turn.Pass is not null && turn.Card is not null) throw new Malformed("", "a turn is a pass or has a card");
        if (turn.Seat < 0) throw new Malformed("/seat", "a seat is negative");
        foreach (var (key, goods) in new[] { ("sell", turn.Sell), ("buy", turn.Buy), ("any", turn.Any) })
        {
            if (goods is not null && goods.Values.Any(number => number < 0))
            {
                throw new Malformed("/" + key, "an amount is negative");
            }
        }
        return turn;
    }

    private static State? Copied(State? position) =>
        position is null ? null : JsonSerializer.Deserialize<State>(JsonSerializer.Serialize(position, Json), Json);
}
