"""The simulation beside an exact result: whose it is, what is drawn of it, and that it is given up."""

from dataclasses import replace

import pytest

from engine import RunOptions, Scenario, Seat, solve
from gui.charts.picture import svg_bytes
from gui.charts.values import Bars
from gui.look.theme import Paper
from gui.pages.equity.charts import class_series, coverage
from gui.pages.equity.page import DEFAULT_TRIALS, ClassesChart, Simulation
from gui.state.document import Document
from gui.state.latest import Questions
from tests.gui.chart_fakes import FakeSession, ten_sampled
from tests.gui.texts import plain


def solved(*cards, game="holdem", **run):
    board = "7h 8h 2c" if game == "holdem" else ""
    seats = tuple(Seat(f"Seat {i}", text) for i, text in enumerate(cards, 1))
    return solve(Scenario(game, seats, board=board, run=RunOptions(**run)))


RAZZ = solved("A29", "(7-7-7)", game="razz", seed=5, max_trials=4000)
HOLDEM = solved("AhKh", "QQ", "22+")
FOUR = solved("AhKh", "QdQc", "JdJc", "9d9c")


class Made:
    def __init__(self, expose):
        self.session, self.questions = FakeSession(RAZZ), Questions("simulation")
        self.simulation = Simulation(Document(RAZZ.scenario), self.session, self.questions)
        self.chart = ClassesChart(self.session, self.simulation)
        expose(self.chart, (700, 420), self)

    @property
    def figure(self):
        return self.chart.figure

    def wait(self, qtbot, trials):
        def done():
            result = self.simulation.snapshot
            assert result is not None
            assert (result.deals, result.final) == (trials, True)

        qtbot.waitUntil(done)


@pytest.fixture
def made(expose):
    chart = Made(expose)
    yield chart
    chart.questions.shut_down()


def mark_of(made):
    (mark,) = (mark for mark in made.chart.value.marks if isinstance(mark, Bars))
    return mark


def bars(made):
    return [bar for bar in mark_of(made).bars if bar.color is not None]


@pytest.mark.parametrize(
    ("exact", "trials"), [(RAZZ, 4000), (HOLDEM, DEFAULT_TRIALS), (FOUR, DEFAULT_TRIALS)], ids=["razz", "3", "4"]
)
def test_simulated_shares_are_next_to_exact_ones_with_their_errors(made, qtbot, exact, trials):
    made.session.set(snapshot=exact)
    made.chart.simulate.trigger()
    made.wait(qtbot, trials)
    simulated = made.simulation.snapshot
    assert simulated.seats == solve(simulated.scenario).seats  # of this seed and number of trials, nothing else
    series = class_series(exact, simulated)
    assert [s.name for s in series[:2]] == ["Seat 1", "Seat 1 simulated"]
    hits, every = coverage(series)
    assert every > 10
    assert hits >= 0.8 * every
    remark = plain(" ".join(made.chart.value.heading.notes))
    assert f"{hits} of {every} exact shares are inside" in remark
    assert f"seed {exact.scenario.run.seed}" in remark
    assert sum(bar.error > 0 for bar in bars(made)) == len(exact.active) * len(series[0].values)
    header, rows = made.chart.table()
    assert header[1:4] == ("Seat 1", "Seat 1 simulated", "Seat 1 simulated stderr")
    assert {len(row) for row in rows} == {len(header)}


@pytest.mark.slow
@pytest.mark.parametrize("exact", [RAZZ, HOLDEM], ids=["razz", "holdem"])
def test_the_error_bars_cover_the_exact_shares_95_percent_of_the_time(exact):
    """Of 80 simulations of 4,000 deals about 95 % of the bars hold the exact share, of rare classes too."""
    hits = every = 0
    for seed in range(80):
        run = RunOptions("sampled", seed, max_trials=4000)
        inner, outer = coverage(class_series(exact, solve(replace(exact.scenario, run=run))))
        hits, every = hits + inner, every + outer
    assert every > 1200
    assert 0.93 <= hits / every <= 0.99


def test_of_many_seats_the_exact_shares_are_ticks_over_the_simulated_ones(made, qtbot):
    made.session.set(snapshot=FOUR)
    made.chart.simulate.trigger()
    made.wait(qtbot, DEFAULT_TRIALS)
    assert mark_of(made).columns == 4
    pairs = [bar for bar in bars(made) if bar.position == 7 and bar.start == 0]
    exact, simulated = (
        FOUR.seats[0].estimate.classes["pair"],
        made.simulation.snapshot.seats[0].estimate.classes["pair"],
    )
    assert [bar.exact / bar.end for bar in pairs] == pytest.approx([exact / simulated])


def test_it_is_cancelled_with_the_table_and_the_button(made, qtbot):
    endless = replace(RAZZ, scenario=replace(RAZZ.scenario, run=RunOptions(max_trials=10**12)))
    made.session.set(snapshot=endless)
    made.chart.simulate.trigger()
    qtbot.waitUntil(lambda: made.simulation.snapshot is not None)
    made.session.set(stale=True)
    assert (made.simulation.snapshot, made.questions.key) == (None, None)
    made.session.set(stale=False)
    assert made.questions.key is not None
    made.chart.simulate.trigger()
    assert (made.simulation.snapshot, made.questions.key) == (None, None)
    assert not any(bar.hollow for bar in bars(made))


def test_nothing_is_simulated_while_the_chart_is_hidden(made):
    made.chart.simulate.trigger()
    assert made.questions.key is not None
    made.chart.hide()
    assert made.questions.key is None
    made.chart.show()
    assert made.questions.key is not None


def test_a_sampled_result_is_not_simulated(made):
    made.session.set(snapshot=ten_sampled())
    assert not made.chart.simulate.isEnabled()
    made.session.set(snapshot=HOLDEM)
    assert made.chart.simulate.isEnabled()


def test_a_picture_on_paper_has_the_simulation(made, qtbot):
    made.chart.simulate.trigger()
    made.wait(qtbot, 4000)
    picture = made.chart.svg().decode()
    assert "exact shares are inside" in plain(picture)


@pytest.mark.parametrize("size", [(960, 600), (640, 400)], ids=["standard", "forum"])
def test_bars_on_paper_have_their_numbers(made, qtbot, size):
    made.session.set(snapshot=RAZZ)
    made.chart.simulate.trigger()
    made.wait(qtbot, 4000)
    paper = Paper(width=size[0], height=size[1])
    picture = plain(svg_bytes(made.chart.drawing().figure(), paper, "", "").decode())
    assert "numbers: exact" in picture
    for bar in mark_of(made).bars:
        assert not bar.labels or any(plain(label) in picture for label in bar.labels)
    assert "simulated: 4 000 deals" in picture


def test_the_note_omits_numbers_that_bars_have_no_room_for(made, qtbot):
    made.session.set(snapshot=RAZZ)
    made.chart.simulate.trigger()
    made.wait(qtbot, 4000)
    figure = made.chart.figure
    figure.sheet.resize(180, 200)
    figure.redraw()
    assert not any("numbers: exact" in plain(line) for line in figure.sheet.notes.drawn_lines)
