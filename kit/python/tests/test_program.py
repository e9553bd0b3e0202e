"""What a program answers to a runner's lines."""

import io
import json

import giog

PLACE = {"match": "6ad2b4a2-4e5b-4cb3-a7a6-3b6b5b0f7f10", "game": "giog", "seats": 2, "you": 1}
DEFAULT = {"do": "play", "pieces": "p"}
OTHER = {"do": "play", "pieces": "C"}


def turn(number, default=DEFAULT):
    decision = {"decision": number, "must": True, "default": default, "actions": [OTHER, DEFAULT]}
    return {"type": "turn", "v": 1, **PLACE, "turn": number, "decision": decision, "new_field": [{}]}


def answers(bot, *messages):
    out = io.StringIO()
    giog.run(bot, (json.dumps(message) + "\n" for message in messages), out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_each_turn_gets_one_line_that_names_it():
    @giog.bot
    def play(turn):
        print("thinking")
        return turn.decision.actions[0]

    said = answers(play, turn(3), turn(4))
    assert said == [{**OTHER, "match": PLACE["match"], "turn": number} for number in (3, 4)]


def test_nothing_is_the_default_and_without_one_the_first_action():
    said = answers(lambda _: None, turn(1), turn(2, default=None))
    assert [line["pieces"] for line in said] == ["p", "C"]


def test_a_program_says_its_name_and_hears_of_matches():
    heard = []

    @giog.bot(name="Lin", author="Mei")
    def play(turn):
        raise AssertionError("it is nobody's turn")

    play.on_start(lambda start: heard.append(start.game))
    play.on_over(lambda over: heard.append(over.outcome.winners))
    lines = answers(
        play,
        {"type": "hello", "v": 1, "engine": "giog 1"},
        {"type": "start", "v": 1, **PLACE, "options": {}},
        {"type": "over", "v": 1, **PLACE, "outcome": {"winners": [1]}},
        {"type": "later", "v": 2},
        {"type": "ping", "v": 1},
    )
    assert lines == [{"name": "Lin", "author": "Mei"}, {"type": "pong"}]
    assert heard == ["giog", [1]]


def test_a_program_has_the_options_that_are_set_and_names_those_that_it_has():
    play = giog.bot(lambda turn: None, options={"depth": "3", "style": "calm"})
    hello = {"type": "hello", "v": 1, "engine": "giog 1", "options": {"depth": "5", "weather": "sun"}}
    assert answers(play, hello) == [{"options": ["depth", "style"]}]
    assert play.options == {"depth": "5", "style": "calm"}


def test_a_field_that_is_left_out_is_none():
    data = giog.Data(a=1)
    assert (data.a, data.b, data.get("a")) == (1, None, 1)
