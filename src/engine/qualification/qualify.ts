// Decides whether a redeemable, or a stack of them, qualifies for a request, and what it would take
// off.
import type { Scenario } from "../../model/scenario";
import type { ProjectStackingRules } from "../../model/stacking-rules";
import { bundleAsked } from "../bundles/asked";
import type { Bundle } from "../bundles/bundle";
import { givesGoods } from "../discounts/index";
import { type ReadLevel, readLevel } from "../rules/compile";
import type { Facts, ItemFacts } from "../rules/facts";
import { type Applied, type Decision, decide, type Outcome, seenByRules } from "../stacking/decide";
import { withinStack } from "../stacking/order";
import type { AssignedRules, Candidate, RedeemableState, Snapshot } from "../stacking/snapshot";
import { includesGoods, isOfLines } from "../stacking/turn";
import { judgedRules } from "./omit";
import { isAboutGoods, isJudged, judgingOf } from "./scenario";

/** What everything in a request is decided on. */
export type Setting<R extends RedeemableState> = Omit<Snapshot<R>, "candidates" | "explains">;

/** The keys of the rules that were not judged, by the id of their set. */
export type OmittedRules = ReadonlyMap<string, readonly string[]>;

/** One that qualifies. `bundle` is one that is not whole yet; others stand in the effect. */
export interface Qualified<R extends RedeemableState> {
  applied: Applied<R>;
  bundle: Bundle | null;
  omitted: OmittedRules;
}

/**
 * Stacking rules under which a redeemable that is judged alone is not passed over for having no
 * effect.
 */
const alone = (stacking: ProjectStackingRules): ProjectStackingRules => ({
  ...stacking,
  redeemables_no_effect_rule: "REDEEM_ANYWAY",
  no_effect_skip_categories: [],
});

function judged<R extends RedeemableState>(candidate: Candidate<R>, scenario: Scenario) {
  const omitted = new Map<string, readonly string[]>();
  const rules = candidate.rules.map((set): AssignedRules => {
    const left = judgedRules(set.rules, (name) => isJudged(scenario, name));
    omitted.set(set.id, left.omitted);
    return { ...set, rules: left.rules };
  });
  return { candidate: { ...candidate, rules }, omitted };
}

/**
 * A redeemable without what it takes off needs neither an amount nor lines of the order: only its
 * state and its rules decide.
 */
const valueless = <R extends RedeemableState>(candidate: Candidate<R>): Candidate<R> =>
  candidate.redeemable === null
    ? candidate
    : {
        ...candidate,
        redeemable: { ...candidate.redeemable, type: "DISCOUNT_VOUCHER", discount: null },
      };

/** Refusals that say that a value cannot be worked out yet, which keeps nobody from qualifying. */
const UNPRICED = new Set(["missing_order", "missing_amount", "missing_reward"]);
const UNLISTED = "missing_order_items_amount";

function isUnpriced(outcome: Outcome | undefined, scenario: Scenario): boolean {
  if (outcome?.status !== "INAPPLICABLE" || outcome.refusal.kind !== "state") return false;
  const { reason } = outcome.refusal;
  return UNPRICED.has(reason) || (scenario === "AUDIENCE_ONLY" && reason === UNLISTED);
}

function decideAlone<R extends RedeemableState>(
  setting: Setting<R>,
  candidate: Candidate<R>,
  scenario: Scenario,
): Applied<R> | null {
  const stacking = alone(setting.stacking);
  const of = (one: Candidate<R>) => decide({ ...setting, stacking, candidates: [one] }).outcomes[0];
  const first = of(candidate);
  const outcome = isUnpriced(first, scenario) ? of(valueless(candidate)) : first;
  return outcome?.status === "APPLICABLE" ? outcome : null;
}

/** The bundle that a rule asks for and that the order does not hold. */
function unmetBundle({ rules }: Candidate, { items }: Pick<Snapshot, "items">): Bundle | null {
  const bundle = bundleAsked(rules, items);
  return bundle && bundle.quantity === 0 ? bundle : null;
}

/** What an expression does not mention does not count. */
const namesGoods = (level: ReadLevel): boolean =>
  level.rules.some(
    ({ node, nested }) =>
      (node !== null && isAboutGoods(node.name)) || (nested !== null && namesGoods(nested)),
  );

/** What is asked about, and a bundle that is not whole. */
interface Touching {
  scenario: Scenario;
  items: readonly ItemFacts[];
  bundle: Bundle | null;
}

/** Free goods that come beside the order's lines touch none of them. */
function discountTouches({ effect }: Applied, lines: number): boolean {
  const { taking, targets, discount } = effect;
  if (taking.lines.some(({ index }) => index < lines)) return true;
  return !(discount && givesGoods(discount)) && targets.lines.length > 0;
}

/** A bundle names goods, and touches an order that holds a unit of it, be it whole or not. */
function bundleTouches({ rules }: Candidate, items: readonly ItemFacts[]): boolean {
  const bundle = bundleAsked(rules, items);
  return bundle !== null && bundle.identified.length > 0;
}

/**
 * Where no rule says which goods are reached, lines of a bundle that is not whole are what would be
 * discounted once it is.
 */
const reachesOwnUnits = ({ redeemable, rules }: Candidate): boolean =>
  redeemable !== null && isOfLines(redeemable) && !includesGoods(rules);

/** Free goods come beside the lines, unless they are more of the same. */
const comesBeside = ({ redeemable }: Candidate): boolean => {
  const discount = redeemable?.discount ?? null;
  return discount !== null && givesGoods(discount) && discount.effect !== "ADD_SAME_ITEMS";
};

function touches(
  applied: Applied,
  asked: Candidate,
  { scenario, items, bundle }: Touching,
): boolean {
  const { touching } = judgingOf(scenario);
  if (touching === "anything") return true;
  const isDiscounted =
    bundle !== null && reachesOwnUnits(asked)
      ? bundle.identified.length > 0 && !comesBeside(asked)
      : discountTouches(applied, items.length);
  if (isDiscounted || touching !== "rules or discount") return isDiscounted;
  return (
    asked.rules.some(({ rules }) => namesGoods(readLevel(rules))) || bundleTouches(asked, items)
  );
}

/**
 * What one redeemable, alone on the order, would do; null where it does not qualify (reference
 * service, qualification). The rules that the scenario does not judge count as met and are told. A
 * bundle that is not whole takes nothing off where the scenario lets it pass. Minor units.
 */
export function qualified<R extends RedeemableState>(
  setting: Setting<R>,
  asked: Candidate<R>,
  scenario: Scenario,
): Qualified<R> | null {
  const { candidate, omitted } = judged(asked, scenario);
  const bundle = judgingOf(scenario).bundles ? null : unmetBundle(candidate, setting);
  const unbundled = candidate.rules.map((set) => ({ ...set, bundle_rules: null }));
  const decided = bundle ? valueless({ ...candidate, rules: unbundled }) : candidate;
  const applied = decideAlone(setting, decided, scenario);
  const about = { scenario, items: setting.items, bundle };
  if (!applied || !touches(applied, candidate, about)) return null;
  return { applied, bundle, omitted };
}

/** The rules that a scenario judges of one redeemable, what they see, and a bundle it must have. */
export interface Judged {
  rules: readonly AssignedRules[];
  facts: Facts;
  bundle: Bundle | null;
}

/**
 * What one redeemable, alone on the order, is judged on; null where no rule keeps it from
 * qualifying: it is disabled, closed or used up.
 */
export function judgedOn<R extends RedeemableState>(
  setting: Setting<R>,
  asked: Candidate<R>,
  scenario: Scenario,
): Judged | null {
  const { candidate } = judged(asked, scenario);
  const { rules } = candidate;
  const at = { ...setting, stacking: alone(setting.stacking), candidates: [] };
  const seen = seenByRules(at, candidate) ?? seenByRules(at, valueless(candidate));
  return seen && { ...seen, rules, bundle: judgingOf(scenario).bundles ? seen.bundle : null };
}

/** What a stack would do: its decision, and the rules that were not judged. */
export interface QualifiedStack<R extends RedeemableState> {
  decision: Decision<R>;
  omitted: OmittedRules;
}

/**
 * The same for the tiers of a stack under the project's own stacking rules: it must be valid as a
 * whole.
 */
export function qualifiedStack<R extends RedeemableState>(
  setting: Setting<R>,
  asked: readonly Candidate<R>[],
  scenario: Scenario,
): QualifiedStack<R> | null {
  if (asked.length > setting.stacking.redeemables_limit) return null;
  const tiers = asked.map((candidate) => judged(candidate, scenario));
  const decision = decide({
    ...setting,
    stacking: withinStack(setting.stacking),
    candidates: tiers.map(({ candidate }) => candidate),
  });
  if (!decision.valid) return null;
  return { decision, omitted: new Map(tiers.flatMap(({ omitted }) => [...omitted])) };
}
