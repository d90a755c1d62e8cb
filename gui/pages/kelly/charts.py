"""The charts of a Kelly question: the growth of the bankroll by the bet, or bars if few actions are legal."""

import math
from dataclasses import dataclass
from functools import partial

import numpy as np

from engine.kelly.advice import KellyAction, check_or_fold, evaluate_bet
from engine.kelly.answer import GrowthBand, KellyAnswer, bet_response
from engine.kelly.growth import Wager
from engine.kelly.request import KellyRequest
from engine.kelly.sizes import KellyOption, SizeCause, action_options, call_size, size_cause
from engine.kelly.solver import GrowthCurve, growth_curve
from gui.charts import values
from gui.charts.ticks import Tick, Ticks, category_ticks, chip_ticks, percent_ticks
from gui.charts.values import (
    Amount,
    Axis,
    Bar,
    Bars,
    Chart,
    Empty,
    Heading,
    Key,
    Line,
    Points,
    ReadOut,
    Row,
    Rule,
    Table,
)
from gui.pages.kelly.question import KellyQuestion
from gui.pages.kelly.words import answers_text, option_name, shares_text, side_pots_text
from gui.pages.kelly.worths import (
    STDERRS,
    chips_value,
    growth_difference,
    growth_value,
    is_sampled,
    stderrs,
)
from gui.parts.field_text import multiple_name
from gui.words.captions import brief, file_stem
from gui.words.formatting import chips, grown, growth_text, percent

NO_GROWTH = Empty("Bankroll growth", ("The growth of the bankroll by bet size is drawn here.",))
NO_ACTIONS = Empty("Your actions", ("The EV of each action is drawn here:", "enter your bankroll or the pot."))
ROOM = 1.3
"""The end of the chart, as a multiple of the largest marked bet."""
CASSANDRA = "Cassandra"
OFF_CHART = 0.9
"""A Cassandra bet above this share of the bankroll is only in the legend: it would flatten the rest of the curve."""
SYMBOL_SIZE = 10.0
BAND = 0.16
DEPTH = 2.5
"""The depth of the chart as a multiple of the spread of the marks, because the growth falls to minus infinity."""
MIN_FALL = 0.08
"""The smallest spread, as a share of the fall of the curve, so that a curve is visible if only a check is marked."""
NEAR = 0.006
"""The distance from a marked bet, as a share of the axis, within which the pointer reads that bet."""
MAX_STOPS = 40
QUARTER = 16.0
"""The smallest distance, in pixels, of numbers on the scale of folds."""
THICK, MAX_THICKNESS = 0.62, 26.0
"""The thickness of a bar: its share of the space of an action, and its maximum in pixels."""
LABELS = 0.4
"""The share of the width that is reserved for the labels of bars."""
ADVISED: dict[SizeCause, str] = {
    "pot limit": "Advised, pot limit",
    "capped": "Advised, capped",
    "smallest": "Advised, minimum bet",
    "rounded": "Advised, rounded",
}


def by_bars(question: KellyQuestion) -> bool:
    """Return whether bars are drawn instead of a curve: at fixed limit, and without a bankroll."""
    request = question.weighed
    if request is None:
        return False
    reaction = request.wager.response
    fixed = bool(request.terms.choices) and (reaction is None or not reaction.rows)
    return fixed or question.answer is None


def kelly_settings_line(question: KellyQuestion) -> str:
    """Return bankroll, pot and outcomes as one line."""
    request = question.weighed
    assert request is not None
    facts = request.facts
    price = f", {chips(facts.to_call)} to call" if facts.to_call else ""
    bankroll = "" if question.answer is None else f"bankroll {chips(request.wager.bankroll)}, "
    return f"{bankroll}pot {chips(facts.total)}{price}; {shares_text(request.wager.outcomes, request.stderr or 0.0)}"


def _heading(question: KellyQuestion, title: str, notes: tuple[str, ...]) -> Heading:
    settings, snapshot = kelly_settings_line(question), question.snapshot
    line = settings if question.typed or snapshot is None else brief(snapshot.scenario)
    about = (*question.about, settings)
    stem = file_stem(question.scenario, "kelly")
    return Heading(f"{title}, {question.hero}", line, about, notes, question.origin, stem, always=False)


# The growth of the bankroll.


@dataclass(frozen=True, slots=True)
class BetMark:
    """A marked bet: its name, a colour of the theme, a symbol, its chips and growth (minus infinity: all lost)."""

    name: str
    color: str
    symbol: str
    chips: float
    growth: float

    @property
    def label(self) -> str:
        """The name and the chips."""
        return f"{self.name} {chips(self.chips)}"


def bet_marks(request: KellyRequest, answer: KellyAnswer) -> tuple[BetMark, ...]:
    """Return the marks of an answer, the most important last."""
    wager = request.wager
    sizes: list[tuple[str, str, str, float]] = []
    if answer.to_call:
        sizes.append(("Call", "muted", "s", call_size(answer)))
    if answer.zero_growth_bet is not None:
        sizes.append(("Break-even", "bad", "x", answer.zero_growth_bet))
    sizes.append((CASSANDRA, "warn", "t", float(answer.cassandra.bet)))
    optimum = wager.bankroll * answer.fraction
    # less than the price cannot be put in; without a bet nobody folds, though its limit has the folds
    if optimum >= call_size(answer) and not (optimum == 0.0 and answer.bet):
        sizes.append(("Optimum", "good", "o", optimum))
    near = math.isclose(answer.bet, optimum, rel_tol=0.005)
    if answer.decision in ("bet", "raise", "complete") and not near:
        sizes.append((_advised(answer, request), "accent", "d", answer.bet))
    marks = []
    for name, color, symbol, size in sizes:
        less = name != "Call" and size < call_size(answer)  # than the price: that cannot be put in
        growth = -math.inf if less else evaluate_bet(wager, name.lower(), size).growth
        marks.append(BetMark(name, color, symbol, size, growth))
    return tuple(marks)


def _advised(answer: KellyAnswer, request: KellyRequest) -> str:
    """Return the name of the advised bet, from the multiple of Kelly or from the limit that it reached."""
    cause = size_cause(answer, request)
    if cause == "multiple":
        name = multiple_name(request.terms.multiplier)
        return name[:1].upper() + name[1:]
    return ADVISED.get(cause, "Advised")


def extent(request: KellyRequest, answer: KellyAnswer) -> tuple[float, float]:
    """Return the smallest and the largest bet that are drawn."""
    wager, price = request.wager, call_size(answer)
    # Cassandra's bet may be many times the others; it must not squeeze them at the left end of the axis.
    shown = [
        m.chips for m in bet_marks(request, answer) if m.name != CASSANDRA or m.chips <= OFF_CHART * wager.bankroll
    ]
    least = max(0.5 * request.facts.total, request.terms.min_bet, 0.02 * wager.bankroll, 2 * price)
    return price, min(max(ROOM * max(shown), least), wager.bankroll)


@dataclass(frozen=True, slots=True, eq=False)
class DisplayedGrowth:
    """A curve with its marks, and the growth of putting nothing in."""

    question: KellyQuestion
    request: KellyRequest
    curve: GrowthCurve
    marks: tuple[BetMark, ...]
    baseline: float

    @property
    def reacts(self) -> bool:
        """Whether each opponent may fold to a bet; the chart then has a second curve, of the folds."""
        return self.request.wager.response is not None

    @property
    def upto(self) -> float:
        """The largest bet."""
        return float(self.curve.chips[-1])

    def range(self) -> tuple[float, float]:
        """Return the range of the growth axis in percent: the marks and some of the fall beyond them."""
        curve = np.expm1(self.curve.growth[np.isfinite(self.curve.growth)])
        inside = [grown(m.growth) for m in self.marks if m.chips <= self.upto and math.isfinite(m.growth)]
        wanted = [*inside, float(curve[0])] + ([grown(self.baseline)] if math.isfinite(self.baseline) else [])
        top = max(float(curve.max()), *wanted)
        fall = top - float(curve.min())
        # Beyond the marks a curve may fall to -100 %. All of that would make the part with the marks a flat line.
        spread = max(top - min(wanted), MIN_FALL * fall)
        low = min(max(float(curve.min()), top - DEPTH * spread), *wanted)
        room = 0.08 * max(top - low, 1e-6)
        return 100 * (low - room), 100 * (top + room)

    def placed(self) -> tuple[BetMark, ...]:
        """Return the marks inside the plot; the others are only in the legend."""
        low, high = self.range()
        return tuple(m for m in self.marks if m.chips <= self.upto and low <= 100 * grown(m.growth) <= high)

    def size_at(self, place: float) -> float:
        """Return the bet at the position ``place`` of the axis; if the bets are listed, the nearest one."""
        drawn, reaction = self.curve.chips, self.request.wager.response
        if reaction is None or not reaction.rows:
            return max(place, float(drawn[0]))
        return float(drawn[np.abs(drawn - place).argmin()])

    def choice(self, name: str, size: float) -> KellyAction:
        """Return a bet of ``size``, or the call if the mark has that name, with its value."""
        return evaluate_bet(self.request.wager, "call" if name == "Call" else "bet", size)

    def answers(self, choice: KellyAction) -> tuple[float, float | None]:
        """Return the probability that nobody calls, and hero's equity when somebody does (None if nobody ever does)."""
        if choice.chips == 0.0:
            return 0.0, self.request.wager.outcomes.equity
        reaction = bet_response(self.request.wager, choice)
        return reaction.folds, reaction.equity_called


def displayed_growth(question: KellyQuestion) -> DisplayedGrowth | None:
    """Return the curve, or None without an answer or if bars are drawn instead."""
    request, answer = question.request, question.answer
    if request is None or answer is None or by_bars(question):
        return None
    price, upto = extent(request, answer)
    own = question.own_bet
    upto = upto if own is None else min(max(upto, ROOM * own.chips), request.wager.bankroll)
    curve = growth_curve(request.wager, start=price, upto=upto)
    marks = tuple(mark for mark in bet_marks(request, answer) if not (question.counting and mark.name == CASSANDRA))
    marks += () if own is None else (BetMark("Yours", "text", "p", own.chips, own.growth),)
    baseline = answer.growth_at_zero
    return DisplayedGrowth(question, request, curve, marks, -math.inf if baseline is None else baseline)


def growth_chart(question: KellyQuestion) -> Chart | None:
    """Return the curve as a chart, or None if there is none."""
    growth = displayed_growth(question)
    if growth is None:
        return None
    seat, band, (low, high) = question.seat, question.band, growth.range()
    curve, upto = growth.curve, growth.upto
    finite = np.isfinite(curve.growth)
    # Later items are painted above earlier ones, so the band is first and the marks are last.
    drawn: list[values.Mark] = []
    keys = [Key(mark.label, "symbol", mark.color, mark.symbol) for mark in reversed(growth.marks)]
    if band is not None:
        least, most = (np.clip(100 * np.expm1(edge), low, high) for edge in (band.low, band.high))
        drawn.append(values.Band(band.chips, least, most, seat, BAND))
        keys.append(Key("Range ±15 %", "band", seat))
    if math.isfinite(growth.baseline):
        level = 100 * grown(growth.baseline)
        drawn.append(Line(np.array([0.0, upto]), np.array([level, level]), "muted", 1.0, "dash"))
    if growth.reacts:  # 0 at the bottom of the plot, 1 at its top
        drawn.append(Line(curve.chips, low + curve.folds * (high - low), "text", 1.0, "solid"))
        keys.append(Key("All fold (right)", "line", "text"))
    drawn.append(Line(curve.chips[finite], 100 * np.expm1(curve.growth[finite]), seat, 2.0))
    placed = growth.placed()
    for mark in placed:
        foot = np.array([low, 100 * grown(mark.growth)])
        drawn.append(Line(np.array([mark.chips, mark.chips]), foot, mark.color, 1.0, "dot"))
    drawn += [Points(((m.chips, 100 * grown(m.growth)),), m.color, SYMBOL_SIZE, symbol=m.symbol) for m in placed]
    first, middle = float(curve.chips[0]), (low + high) / 2
    stops = {first + i * (upto - first) / MAX_STOPS for i in range(MAX_STOPS + 1)} | {mark.chips for mark in placed}
    return Chart(
        _heading(question, "Bankroll growth by bet size", growth_notes(growth)),
        Axis(0.0, upto, chip_ticks, axis_name(growth.request.wager)),
        Axis(low, high, percent_ticks),
        tuple(drawn),
        partial(_growth_table, growth),  # takes longer than the chart itself, and is only exported and read out
        keys=tuple(keys),
        read=lambda x, _: _read_growth(growth, placed, x),
        stops=tuple((size, middle) for size in sorted(stops)),
        right=fold_ticks if growth.reacts else None,
    )


def growth_notes(growth: DisplayedGrowth) -> tuple[str, ...]:
    """Return the remarks that explain the curve."""
    request = growth.request
    wager, zero = request.wager, request.terms.zero
    n, folds = wager.opponents, wager.p_all_fold
    callers = f"{'all ' if n > 1 else ''}{n} opponent{'s' if n > 1 else ''} calling"
    if folds:
        callers += f" or, {percent(folds, exact_digits=0)} of the time, everybody folding to a bet"
    if wager.response is not None:
        callers = answers_text(request)
    formula = f"e^g − 1, g = E ln(1 + net/W), at the showdown with no further betting, {callers}; dashed: {zero}"
    if wager.response is not None:
        formula += "; thin: how often all fold, on the right"
    if growth.question.band is not None:
        formula += "; shaded: the opponent's range 15 % tighter or looser, and the sampling error"
    side = "An opponent cannot cover every bet; a side pot counts as won only together with the main pot"
    if wager.finishing_orders is not None:
        side = side_pots_text(request)
    notes = (formula, side) if wager.reach and n > 1 else (formula,)
    under_way = growth.question.under_way
    return (f"not final: {under_way}", *notes) if under_way else notes


def axis_name(wager: Wager) -> str:
    """Return the title of the axis of bets: who calls it, and how often everybody folds."""
    who = "the opponent" if wager.opponents == 1 else "all opponents"
    who = "all up to their stacks" if wager.reach else who
    if wager.response is not None:
        return "bet in chips; thin: all fold"
    if wager.p_all_fold:  # few words: a narrow chart has no room for more
        return f"bet in chips; all fold {percent(wager.p_all_fold, exact_digits=0)}, else all call"
    return f"bet in chips, called by {who}"


def fold_ticks(low: float, high: float, length: float) -> list[Tick]:
    """Return ticks from 0 % at the bottom of a plot to 100 % at its top, whatever its axis says."""
    steps = next((n for n in (4, 2) if length >= n * QUARTER), 1)
    span = (high - low) * (1 - 1e-9)  # a tick at the very end would be left out
    return [Tick(low + i / steps * span, percent(i / steps, exact_digits=0)) for i in range(steps + 1)]


def _read_growth(growth: DisplayedGrowth, placed: tuple[BetMark, ...], place: float) -> ReadOut:
    """Return the numbers of the bet at ``place`` on the chip axis, or of a marked bet close to it."""
    near = next((m for m in placed if abs(m.chips - place) <= NEAR * growth.upto), None)
    size = growth.size_at(place) if near is None else near.chips
    question, wager = growth.question, growth.request.wager
    seat, choice = question.seat, growth.choice("" if near is None else near.name, size)
    request = growth.request
    rows = [Row(seat, "growth", (growth_value(request, choice),))]
    if math.isfinite(growth.baseline) and math.isfinite(choice.growth):
        gap = growth_difference(request, choice, check_or_fold(wager, request.terms))
        rows.append(Row(seat, f"against a {request.terms.zero}", (gap,)))
    rows.append(Row(seat, "EV in chips", (chips_value(request, choice),)))
    if question.band is not None:
        ends = " to ".join(growth_text(_known(end)) for end in _nearby(question.band, size))
        rows.append(Row(seat, "range ±15 %", (ends,)))
    if growth.reacts:
        folds, called = growth.answers(choice)
        rows.append(Row(seat, "all fold", (percent(folds),)))
        rows.append(Row(seat, "equity when called", ("–" if called is None else percent(called),)))
    height = 100 * grown(choice.growth) if math.isfinite(choice.growth) else growth.range()[0]
    header = f"{near.label if near else f'Bet {chips(size)}'}, {percent(size / wager.bankroll)} of the bankroll"
    return ReadOut(header, tuple(rows), size, line=True, points=((seat, size, height),))


def _growth_table(growth: DisplayedGrowth) -> Table:
    """Return the bets of the curve with growth, expected chips and responses.

    The marked bets, with names, are first.
    """
    wager, band = growth.request.wager, growth.question.band
    header: tuple[str, ...] = ("mark", "bet", "share of bankroll", "growth", "chip EV")
    header += ("lowest growth nearby", "highest growth nearby") if band is not None else ()
    header += ("all fold", "equity when called") if growth.reacts else ()
    header += STDERRS if is_sampled(growth.request) else ()
    places = [(m.name, m.chips) for m in reversed(growth.marks)] + [("", float(c)) for c in growth.curve.chips]
    rows: list[tuple[object, ...]] = []
    for name, size in places:
        choice = growth.choice(name, size)
        answers = growth.answers(choice) if growth.reacts else ()
        ends = map(grown, _nearby(band, size)) if band is not None else ()
        amounts = Amount(size), Amount(choice.chip_ev)
        values = size / wager.bankroll, grown(choice.growth), amounts[1], *ends, *answers
        rows.append((name, amounts[0], *values, *stderrs(growth.request, choice)))
    return header, rows


def _nearby(band: GrowthBand, size: float) -> tuple[float, float]:
    """Return the least and the most growth of a bet under nearby ranges."""
    return float(np.interp(size, band.chips, band.low)), float(np.interp(size, band.chips, band.high))


def _known(growth: float) -> float | None:
    return growth if math.isfinite(growth) else None


# The bars of the actions.


@dataclass(frozen=True, slots=True)
class ChartedAction:
    """A bar: its name, growth or chips, and whether it is the best action; the last of its ``labels``, the
    longest first, is the value alone."""

    option: KellyOption
    name: str
    value: float
    labels: tuple[str, ...]
    best: bool


def charted_actions(question: KellyQuestion) -> tuple[ChartedAction, ...]:
    """Return the bars of a question, the cheapest action first; empty if a curve is drawn instead."""
    request, answer = question.weighed, question.answer
    if request is None or not by_bars(question):
        return ()
    available = action_options(request)
    if answer is None:
        best = max(available, key=lambda option: option.choice.chip_ev)
    else:
        done = (answer.decision, answer.bet)
        best = next((o for o in available if (o.choice.action, o.choice.chips) == done), available[0])
    return tuple(_action(option, question, best=option is best) for option in available)


def _action(option: KellyOption, question: KellyQuestion, *, best: bool) -> ChartedAction:
    """Return the bar of an action: by growth, or by chips as long as there is no answer."""
    choice = option.choice
    request = question.weighed
    assert request is not None
    name, earned = option_name(option, question.put_in), chips_value(request, choice)
    if question.answer is None:
        return ChartedAction(option, name, choice.chip_ev, (earned,), best)
    growth = growth_value(request, choice)
    value = grown(choice.growth) if math.isfinite(choice.growth) else -math.inf
    return ChartedAction(option, name, value, (f"{growth}, {earned} chips", growth), best)


def kelly_actions_chart(question: KellyQuestion) -> Chart | None:
    """Return the bars as a chart, or None if no action has a value other than 0."""
    actions, request = charted_actions(question), question.weighed
    if request is None or not any(action.value for action in actions):
        return None
    low, high = _value_range(actions)
    bars = tuple(
        Bar(
            place, THICK, 0.0, max(action.value, low), question.seat,
            hollow=not action.best, labels=action.labels, bold=action.best,
        )
        for place, action in enumerate(actions)
    )  # fmt: skip
    answer, under_way = question.answer, question.under_way
    formula = "E net in chips" if answer is None else "e^g − 1, g = E ln(1 + net/W),"
    note = f"{formula} at the showdown with no further betting, {answers_text(request)}; filled: best action"
    title = "EV of each action, in chips" if answer is None else "Bankroll growth by action"
    names: Ticks = category_ticks(tuple(action.name for action in actions))
    return Chart(
        _heading(question, title, (f"not final: {under_way}", note) if under_way else (note,)),
        Axis(low, low + (high - low) / (1.0 - LABELS)),
        Axis(-0.5, len(actions) - 0.5, names, grid=False),
        (Bars(bars, lying=True, max_thickness=MAX_THICKNESS), Rule(0.0, dash="solid")),
        _actions_table(question, actions),
        read=lambda _, y: _read_action(question, request, actions, math.floor(y + 0.5)),
        stops=tuple(((low + high) / 2, float(place)) for place in range(len(actions))),
        down=True,
        exported=len(actions) > 1,
    )


def _value_range(actions: tuple[ChartedAction, ...]) -> tuple[float, float]:
    """Return the ends of the axis; a bet that loses everything ends at the left."""
    finite = [action.value for action in actions if math.isfinite(action.value)]
    low, high = min(0.0, *finite), max(0.0, *finite)
    if any(math.isinf(action.value) for action in actions):
        low -= 0.5 * (high - low)
    return low, high if high > low else low + 1.0


def _read_action(
    question: KellyQuestion, request: KellyRequest, actions: tuple[ChartedAction, ...], place: int
) -> ReadOut | None:
    """Return the numbers of action ``place`` (0 is the lowest bar), or None outside the bars."""
    if not 0 <= place < len(actions):
        return None
    action, choice = actions[place], actions[place].option.choice
    rows = [Row(question.seat, "EV in chips", (chips_value(request, choice),))]
    header = action.name
    if question.answer is not None:
        header += f", {percent(choice.chips / request.wager.bankroll)} of the bankroll"
        rows.insert(0, Row(question.seat, "growth", (growth_value(request, choice),)))
    low, high = _value_range(actions)
    region = (low, low + (high - low) / (1.0 - LABELS), place - 0.5, place + 0.5)
    return ReadOut(header, tuple(rows), (low + high) / 2, float(place), region=region)


def _actions_table(question: KellyQuestion, actions: tuple[ChartedAction, ...]) -> Table:
    """Return the chips that each action puts in, its growth (none without a bankroll) and its expected chips."""
    known = question.answer is not None
    request = question.weighed
    assert request is not None
    header = ("action", "chips", *(("growth",) if known else ()), "chip EV")
    header += STDERRS[0 if known else 1 :] if is_sampled(request) else ()
    rows: list[tuple[object, ...]] = []
    for action in actions:
        choice = action.option.choice
        growth = (grown(choice.growth),) if known else ()
        errors = stderrs(request, choice)[0 if known else 1 :]
        rows.append((action.name, Amount(choice.chips), *growth, Amount(choice.chip_ev), *errors))
    return header, rows
