import type { ServerPaths } from "../../../../../clients/typescript/src";
import { minorOf } from "../../../../shared/minor";
import { fieldAmount } from "../../../parts/field-texts";
import { changedMetadata, type MetadataRow, metadataOf, rowsOf } from "../../../parts/metadata";
import type { Named } from "../../../parts/search";
import { type Rule, shareOf } from "./share";

type Body =
  ServerPaths["/v1/loyalties/{campaignId}/earning-rules"]["post"]["requestBody"]["content"]["application/json"];
export type NewRule = Body[number];

export const EVENTS = ["order.paid", "customer.segment.entered", "custom", "tier"] as const;
export const TIER = "customer.loyalty.tier.";
export const TIER_CHANGES = ["joined", "left", "upgraded", "downgraded", "prolonged"] as const;
/** Stands for all tiers of the program. */
export const ANY_TIER = "__ANY__";

/** What can be counted in each event; the first is meant where nothing is chosen. */
export const WAYS = {
  "order.paid": [
    "ORDER_TOTAL_AMOUNT",
    "ORDER_AMOUNT",
    "ORDER_ITEMS_SUBTOTAL_AMOUNT",
    "ORDER_ITEMS_AMOUNT",
    "ORDER_ITEMS_QUANTITY",
    "ORDER_METADATA",
    "FIXED",
  ],
  "customer.segment.entered": ["FIXED", "CUSTOMER_METADATA"],
  custom: ["FIXED", "CUSTOM_EVENT_METADATA"],
  tier: ["FIXED"],
} as const;
export type Way = (typeof WAYS)[keyof typeof WAYS][number];

/** A rule as it is being written. */
export interface RuleDraft {
  event: (typeof EVENTS)[number];
  way: Way;
  points: string;
  every: string;
  formula: string;
  property: string;
  goods: readonly Named[];
  segment: string;
  custom: string;
  tierChange: (typeof TIER_CHANGES)[number];
  tier: string;
  rule: string | null;
  banner: string;
  days: string;
  start: string | null;
  end: string | null;
  metadata: readonly MetadataRow[];
}

export const EMPTY: RuleDraft = {
  event: "order.paid",
  way: "ORDER_TOTAL_AMOUNT",
  points: "",
  every: "",
  formula: "",
  property: "",
  goods: [],
  segment: "",
  custom: "",
  tierChange: "joined",
  tier: ANY_TIER,
  rule: null,
  banner: "",
  days: "",
  start: null,
  end: null,
  metadata: [],
};

const MOST_DAYS = 90;

const whole = (text: string): number | null =>
  /^\d{1,9}$/.test(text.trim()) ? Number(text) : null;

/** How points are counted at the event that is chosen. */
export const wayOf = ({ event, way }: RuleDraft): Way =>
  WAYS[event].find((each) => each === way) ?? WAYS[event][0];

export const isOfGoods = (way: Way): boolean => way.startsWith("ORDER_ITEMS");
export const isOfProperty = (way: Way): boolean => way.endsWith("METADATA");
export const isOfMoney = (way: Way): boolean => way.endsWith("AMOUNT");

const everyOf = (draft: RuleDraft, currency: string): number | null =>
  isOfMoney(wayOf(draft)) ? minorOf(draft.every, currency) : whole(draft.every);

export type Problem =
  | "points"
  | "every"
  | "property"
  | "goods"
  | "days"
  | "segment"
  | "custom"
  | "end";

/** What keeps the draft from being a rule; what a formula works out needs no number. */
export function problemsIn(draft: RuleDraft, currency: string): Problem[] {
  const { event, points, formula, property, goods, days, segment, custom, start, end } = draft;
  const way = wayOf(draft);
  const dayCount = whole(days);
  const isLate = event === "order.paid" && days.trim() !== "";
  const problems: [Problem, boolean][] = [
    ["points", formula === "" && !whole(points)],
    ["every", way !== "FIXED" && !everyOf(draft, currency)],
    ["property", isOfProperty(way) && property.trim() === ""],
    ["goods", isOfGoods(way) && goods.length === 0],
    ["days", isLate && (!dayCount || dayCount > MOST_DAYS)],
    ["segment", event === "customer.segment.entered" && segment === ""],
    ["custom", event === "custom" && custom.trim() === ""],
    ["end", start !== null && end !== null && end <= start],
  ];
  return problems.flatMap(([name, isWrong]) => (isWrong ? [name] : []));
}

function loyaltyOf(draft: RuleDraft, currency: string): NewRule["loyalty"] {
  const { formula, property, goods } = draft;
  const way = wayOf(draft);
  const worth = {
    points: whole(draft.points) ?? 0,
    ...(formula && { points_formula: formula }),
  };
  const type = "PROPORTIONAL" as const;
  const each = { every: everyOf(draft, currency) ?? 1, ...worth };
  const ofProperty = { metadata: { ...each, property: property.trim() } };
  const ofGoods = { ...each, applicable_to: goods.map(({ object, id }) => ({ object, id })) };
  switch (way) {
    case "FIXED":
      return { type: way, ...worth };
    case "ORDER_AMOUNT":
      return { type, calculation_type: way, order: { amount: each } };
    case "ORDER_TOTAL_AMOUNT":
      return { type, calculation_type: way, order: { total_amount: each } };
    case "ORDER_METADATA":
      return { type, calculation_type: way, order: ofProperty };
    case "ORDER_ITEMS_QUANTITY":
      return { type, calculation_type: way, order_items: { quantity: ofGoods } };
    case "ORDER_ITEMS_AMOUNT":
      return { type, calculation_type: way, order_items: { amount: ofGoods } };
    case "ORDER_ITEMS_SUBTOTAL_AMOUNT":
      return { type, calculation_type: way, order_items: { subtotal_amount: ofGoods } };
    case "CUSTOMER_METADATA":
      return { type, calculation_type: way, customer: ofProperty };
    case "CUSTOM_EVENT_METADATA":
      return { type, calculation_type: way, custom_event: ofProperty };
  }
}

/** What an update may set too; what is not there is null. */
function settledBy(draft: RuleDraft, currency: string) {
  const { event, rule, banner, days, start, end } = draft;
  const dayCount = event === "order.paid" ? whole(days) : null;
  return {
    loyalty: loyaltyOf(draft, currency),
    validation_rule_id: rule,
    source: { banner: banner.trim() || null },
    pending_points: dayCount ? { period_type: "DAY" as const, period_value: dayCount } : null,
    start_date: start,
    expiration_date: end,
  };
}

const eventOf = ({ event, custom, tierChange }: RuleDraft): string => {
  if (event === "custom") return custom.trim();
  return event === "tier" ? TIER + tierChange : event;
};

/** The rule that a draft without problems stands for. */
export function ruleOf(draft: RuleDraft, currency: string): NewRule {
  const { event, segment, tier, metadata } = draft;
  return {
    event: eventOf(draft),
    ...settledBy(draft, currency),
    ...(event === "customer.segment.entered" && { segment: { id: segment } }),
    ...(event === "tier" && { loyalty_tier: { id: tier } }),
    metadata: metadataOf(metadata),
  };
}

/** What makes a rule that was `was` what the draft says; its event stays. */
export const changeOf = (draft: RuleDraft, was: RuleDraft, currency: string) => ({
  ...settledBy(draft, currency),
  metadata: changedMetadata(was.metadata, draft.metadata),
});

function eventIn({ event }: Rule): Pick<RuleDraft, "event" | "custom" | "tierChange"> {
  const known = EVENTS.find((each) => each === event);
  const change = TIER_CHANGES.find((each) => TIER + each === event);
  if (change) return { event: "tier", custom: "", tierChange: change };
  const rest = { tierChange: EMPTY.tierChange };
  return known
    ? { event: known, custom: "", ...rest }
    : { event: "custom", custom: event, ...rest };
}

/** What fields begin with for a rule that is there. */
export function draftOf(rule: Rule, currency: string): RuleDraft {
  const { loyalty } = rule;
  const share = shareOf(loyalty);
  const way = loyalty.type === "FIXED" ? "FIXED" : loyalty.calculation_type;
  const { object, id, applicable_to = object && id ? [{ object, id }] : [] } = share;
  const every = share.every ?? 1;
  return {
    ...eventIn(rule),
    way,
    points: String(share.points),
    every: isOfMoney(way) ? fieldAmount(every, currency) : String(every),
    formula: share.points_formula ?? "",
    property: share.property ?? "",
    goods: applicable_to,
    segment: rule.segment?.id ?? "",
    tier: rule.loyalty_tier?.id ?? ANY_TIER,
    rule: rule.validation_rule_id,
    banner: rule.source.banner ?? "",
    days: String(rule.pending_points?.period_value ?? ""),
    start: rule.start_date ?? null,
    end: rule.expiration_date ?? null,
    metadata: rowsOf(rule.metadata),
  };
}

/** Where each property of the body is entered. */
const PLACES: readonly [path: RegExp, field: keyof RuleDraft][] = [
  [/points_formula$/, "formula"],
  [/^loyalty\..*every$/, "every"],
  [/^loyalty\..*property$/, "property"],
  [/^loyalty\..*applicable_to/, "goods"],
  [/^loyalty/, "points"],
  [/^pending_points/, "days"],
  [/^source/, "banner"],
  [/^start_date/, "start"],
  [/^expiration_date/, "end"],
  [/^metadata/, "metadata"],
  [/^(event|custom_event)/, "custom"],
];

/** Where a refusal belongs; null where it is of the whole. */
export function placeOf(path: string, key: string | null): keyof RuleDraft | null {
  if (key === "metadata_validation_failed") return "metadata";
  return PLACES.find(([each]) => each.test(path))?.[1] ?? null;
}
