// Decides what the trace of a rule set shows: of each rule, the value read and what came of it.

import { WORK } from "../../lib/work";
import { idOf } from "../geo/named";
import type { ReadLevel, ReadRule } from "./compile";
import { conditionsOf } from "./conditions";
import {
  choosesGoods,
  levelTruthAt,
  outcomeOfGoods,
  outcomeOfItems,
  ownOutcome,
  readLine,
  truthAt,
} from "./judge";
import { YES } from "./kleene";
import { conditionVerdict, wholeOf } from "./selection";
import { type RulesTrace, type RuleTrace, verdictOf } from "./trace";
import { gapAt, type Spot } from "./unmet";

/** A rule that nobody had the work left for. */
const untold = ({ key, node }: ReadRule): RuleTrace => ({
  rule: key,
  name: node?.name ?? key,
  property: node?.property ?? null,
  actual: null,
  conditions: [],
  verdict: "unknown",
  missing: WORK,
  nested: null,
});

/** The same of a whole level. */
export const untoldLevel = ({ text, rules }: ReadLevel): RulesTrace => ({
  logic: text,
  verdict: "unknown",
  rules: rules.map(untold),
});

function started(rule: ReadRule, spot: Spot): RuleTrace {
  const { place, at, prefix } = spot;
  const verdict = verdictOf(truthAt(rule, place, at));
  return { ...untold(rule), rule: prefix + rule.key, verdict, missing: null };
}

/**
 * A rule on items shows the places of the lines that fit, and what is nested of the line that
 * tells.
 */
function itemsTrace(rule: ReadRule, spot: Spot): RuleTrace {
  const trace = started(rule, spot);
  const { place } = spot;
  const outcome = outcomeOfItems(rule, rule.row?.items ?? "any", place);
  const { selection, grades, telling, truth, missing } = outcome;
  trace.missing = gapAt(place, truth, missing);
  if (selection === null) return trace;
  const universe = place.selection ?? wholeOf(selection.items);
  trace.actual = selection.lines.filter((_, at) => grades[at] === YES);
  trace.conditions = conditionsOf(rule.node?.conditions).map((condition) => ({
    operator: condition.name,
    expected: condition.expected.list.map(idOf),
    verdict: verdictOf(conditionVerdict(condition, universe, selection, place.facts)),
  }));
  if (rule.nested === null || telling === null) return trace;
  const at = { prefix: `${trace.rule}.rules.`, place: { ...place, selection }, at: telling };
  trace.nested = lineTrace(rule.nested, at);
  return trace;
}

/** A level as it is of one line, which is told. */
const lineTrace = (level: ReadLevel, spot: Spot): NonNullable<RuleTrace["nested"]> => ({
  ...traceOf(level, spot),
  line: spot.place.selection?.lines[spot.at ?? 0] ?? 0,
});

function ruleTrace(rule: ReadRule, spot: Spot): RuleTrace {
  if (rule.row !== null && rule.row.items !== null) return itemsTrace(rule, spot);
  const trace = started(rule, spot);
  const { place, at } = spot;
  const reading = readLine(rule, place, at);
  const { truth, missing } = ownOutcome(rule, reading, place, trace.conditions);
  trace.actual = reading.known ? reading.value : null;
  trace.missing = gapAt(place, truth, missing);
  if (rule.nested === null) return trace;
  const prefix = `${trace.rule}.rules.`;
  const { selection, telling } = choosesGoods(rule, place)
    ? outcomeOfGoods(rule, place)
    : { selection: null, telling: null };
  trace.nested =
    selection === null || telling === null
      ? traceOf(rule.nested, { prefix, place, at })
      : lineTrace(rule.nested, { prefix, place: { ...place, selection }, at: telling });
  return trace;
}

/**
 * The tree of values and verdicts of a level, rules lowest first; those not mentioned are left out.
 */
export function traceOf(level: ReadLevel, spot: Spot): RulesTrace {
  return {
    logic: level.text,
    verdict: verdictOf(levelTruthAt(level, spot.place, spot.at)),
    rules: level.rules.map((rule) => ruleTrace(rule, spot)),
  };
}
