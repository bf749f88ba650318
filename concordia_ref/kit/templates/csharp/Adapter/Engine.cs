using System;
using System.Collections.Generic;

namespace Adapter;

/// <summary>Your engine. Fill in one operation and one card at a time, and declare each when it works.</summary>
public class Engine
{
    /// <summary>The current position. If your engine has objects of its own, build them in Load and write them in
    /// State.</summary>
    public State? Position { get; set; }

    /// <summary>Who you are and what you can do. Only what is declared is asked for.</summary>
    public Hello Hello() => new()
    {
        Protocol = 1,
        Name = "my-engine",
        Version = "0.1",
        Language = "C#",
        Operations = [Operation.Load, Operation.State],
        Cards = [],
        Maps = [MapName.Imperium, MapName.Italia],
        Players = [2, 3, 4, 5],
        Editions = ["canonical"],
        Interim = false,
    };

    /// <summary>Starts from a position.</summary>
    public void Load(string edition, State state) => Position = state;

    /// <summary>Sets up a game with your own set-up code; only the tokens on the cities and the order of the cards are
    /// given.</summary>
    public void New(NewRequest request) => throw new NotYet("new: setting up a game");

    /// <summary>The whole current position.</summary>
    public State State() =>
        Position ?? throw new InvalidOperationException("there is no position yet; load comes first");

    /// <summary>The points of all players as if the game ended now. Also asked for in the middle of games.</summary>
    public virtual ScoreAnswer Score() => throw new NotYet("score");

    /// <summary>Plays a turn, or throws Illegal; any changes made by then are undone.</summary>
    public void Apply(Turn turn)
    {
        if (turn.Card is not { } card) throw new Illegal("passing is not allowed");
        switch (KindOf.Table[card])
        {
            case Kind.Tribune: Tribune(turn); break;
            case Kind.Architect: Architect(turn); break;
            case Kind.Prefect: Prefect(turn); break;
            case Kind.Mercator: Mercator(turn); break;
            case Kind.Colonist: Colonist(turn); break;
            case Kind.Diplomat: Diplomat(turn); break;
            case Kind.Senator: Senator(turn); break;
            case Kind.Consul: Consul(turn); break;
            default: Specialist(turn); break;
        }
    }

    private void Tribune(Turn turn) => throw new NotYet("the Tribune");

    private void Architect(Turn turn) => throw new NotYet("the Architect");

    private void Prefect(Turn turn) => throw new NotYet("the Prefect");

    private void Mercator(Turn turn) => throw new NotYet("the Mercator");

    private void Colonist(Turn turn) => throw new NotYet("the Colonist");

    private void Diplomat(Turn turn) => throw new NotYet("the Diplomat");

    private void Senator(Turn turn) => throw new NotYet("the Senator");

    private void Consul(Turn turn) => throw new NotYet("the Consul");

    private void Specialist(Turn turn) => throw new NotYet("the specialists");

    /// <summary>All legal turns, or only those with the given card.</summary>
    public List<Turn> Legal(Card? card) => throw new NotYet("legal");

    /// <summary>The number of sequences of `depth` legal turns.</summary>
    public int Perft(int depth) => throw new NotYet("perft");
}
