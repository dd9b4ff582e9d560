import type { Discount } from "../../model/discount";
import {
  isVoucherType,
  VOUCHER_KINDS,
  VOUCHER_TYPES,
  type VoucherKind,
  type VoucherType,
} from "../../model/voucher-kinds";
import type { Scope } from "../../scope/scope";
import type { StoredCampaign } from "../campaigns/store";
import {
  AMOUNT,
  type Column,
  decimal,
  type Fields,
  flag,
  leftOut,
  listOf,
  localTime,
  money,
  nestedBody,
  oneOf,
  type Reader,
} from "./columns";

/** What a discount is worth, by its type: the property, and how a file writes it. */
const WORTHS = {
  AMOUNT: { name: "amount_off", read: money },
  PERCENT: { name: "percent_off", read: decimal },
  FIXED: { name: "fixed_amount", read: money },
  UNIT: { name: "unit_off", read: decimal },
} satisfies Record<Discount["type"], { name: string; read: Reader }>;

const isDiscountType = (type: unknown): type is Discount["type"] =>
  typeof type === "string" && Object.hasOwn(WORTHS, type);

const OFF = Object.values(WORTHS).map(({ name }) => `discount.${name}`);

const VALUES = [...OFF, ...VOUCHER_TYPES.flatMap((type) => VOUCHER_KINDS[type].value ?? [])];

/** Days as exports write them, or numbers with commas between them. */
const daysOf: Reader = (text, scope) => [listOf(text, scope)].flat().map(Number);

/** Words that files have for the types of vouchers. */
const TYPE_OF_WORD = Object.fromEntries(
  VOUCHER_TYPES.flatMap((type) => VOUCHER_KINDS[type].words.map((word) => [word, type])),
);

/** Columns of a file of vouchers. */
export const COLUMNS: Column[] = [
  { title: "Code", path: "code" },
  {
    title: "Voucher Type",
    path: "type",
    read: oneOf(TYPE_OF_WORD),
  },
  { title: "Value", path: "value", paths: VALUES, must: "must be a number such as 20 or 19.99" },
  {
    title: "Discount Type",
    path: "discount.type",
    read: oneOf({
      amount: "AMOUNT",
      percent: "PERCENT",
      percentage: "PERCENT",
      fixed: "FIXED",
      unit: "UNIT",
    }),
  },
  { title: "Formula", path: "formula", paths: OFF.map((name) => `${name}_formula`) },
  {
    title: "Discount Effect",
    path: "discount_effect",
    paths: ["discount.effect", "gift.effect"],
  },
  { title: "Discount Unit Effect", path: "discount_unit_effect" },
  { title: "Discount Unit Type", path: "discount.unit_type" },
  { title: "Discount Amount Limit", path: "discount.amount_limit", read: money, must: AMOUNT },
  { title: "Gift Balance", path: "gift.balance", read: money, must: AMOUNT },
  { title: "Loyalty Balance", path: "loyalty_card.balance", read: decimal },
  { title: "Redeemed Amount", path: "redeemed_amount", must: AMOUNT },
  { title: "Category", path: "category" },
  { title: "Campaign", path: "campaign", also: ["campaign name"] },
  { title: "Campaign ID", path: "campaign_id" },
  { title: "Start Date", path: "start_date", read: localTime },
  { title: "Expiration Date", path: "expiration_date", also: ["end date"], read: localTime },
  {
    title: "Redemption Limit",
    path: "redemption.quantity",
    also: ["redemption quantity"],
    read: decimal,
  },
  {
    title: "Redemption Count",
    path: "redeemed_quantity",
    also: ["redeemed quantity"],
    read: decimal,
  },
  { title: "Validity Timeframe Interval", path: "validity_timeframe.interval" },
  { title: "Validity Timeframe Duration", path: "validity_timeframe.duration" },
  { title: "Validity Day Of Week", path: "validity_day_of_week", read: daysOf },
  { title: "Active", path: "active", read: flag, must: "must be true or false" },
  { title: "Additional Info", path: "additional_info" },
  {
    title: "Validation Rules ID",
    path: "validation_rules",
    read: (text) => text.split(" "),
  },
  ...leftOut(
    "ID",
    "Is Referral Code",
    "QR Code",
    "Bar Code",
    "Customer ID",
    "Customer Source ID",
    "Created At",
    "Updated At",
  ),
];

/** Columns that limit codes in files of other systems. */
export const LIMITS: RegExp[] = [
  /^(usage|use|redemption)?limit/,
  /^(max|min)(imum)?(?![a-z]*id$)/,
  /^(usage|use)s?(count|per)/,
  /per(user|customer)$/,
  /^once/,
  /^(start|begin|end|expire|expirie|expiry|expiration)s?(at|on|date|time)?$/,
  /^dateexpires$/,
  /^(valid|active|available)(from|to|till|until|through)/,
  /^(status|enabled|disabled|isactive|isenabled|isdisabled)$/,
  /^prerequisite/,
  /^(exclude|individualuse|firstorder|newcustomer)/,
];

/** Columns that say amounts, of which a file for this service has one, `Value`. */
const AMOUNT_TITLE = /amount|price|total|spend|currency/i;

/** The column beside which a discount that is called fixed is rather an amount off than a price. */
export const amountTitle = (unknown: readonly string[]): string | undefined =>
  unknown.find((title) => AMOUNT_TITLE.test(title));

/** What a cell says in the words of its type; undefined where it is empty. */
const readBy = (scope: Scope, cell: unknown, read: Reader): unknown =>
  cell === undefined ? undefined : read(String(cell), scope);

/** What two numbers come to; undefined where one of them is none. */
const both = (one: unknown, other: unknown, of: (one: number, other: number) => number) =>
  typeof one === "number" && typeof other === "number" ? of(one, other) : undefined;

const rest = (all: number, used: number): number => Math.max(all - used, 0);

/** What a code takes off; nothing where the row leaves it to the campaign. */
function discounted(scope: Scope, fields: Fields, usual: Discount["type"]) {
  const { value, formula, discount_effect, discount_unit_effect } = fields;
  const effect = discount_effect ?? discount_unit_effect;
  if ([value, formula, effect].every((each) => each === undefined)) return {};
  const type = fields["discount.type"] ?? usual;
  const { name, read } = WORTHS[isDiscountType(type) ? type : usual];
  return {
    "discount.type": type,
    [`discount.${name}`]: readBy(scope, value, read),
    [`discount.${name}_formula`]: formula,
    "discount.effect": effect,
  };
}

/** What a card starts with: what it says to be left goes before its value. */
function loaded(scope: Scope, fields: Fields, { unit, part }: VoucherKind, path: string) {
  const read = unit === "credits" ? money : decimal;
  const amount = readBy(scope, fields.value, read);
  const redeemed_amount = readBy(scope, fields.redeemed_amount, read);
  const balance = fields[`${part}.balance`] ?? both(amount, redeemed_amount, rest);
  if ([amount, balance, redeemed_amount].every((each) => each === undefined)) return {};
  return {
    [path]: both(amount, balance, Math.max) ?? amount ?? balance,
    [`${part}.balance`]: balance,
    redeemed_amount,
    ...(unit === "credits" && { "gift.effect": fields.discount_effect }),
  };
}

/** The type that the row says, or its campaign, or that of the balance that it tells. */
function typeOf(fields: Fields, campaign: StoredCampaign | null): VoucherType {
  const said = fields.type ?? campaign?.voucher?.type;
  const told = VOUCHER_TYPES.find((type) => `${VOUCHER_KINDS[type].part}.balance` in fields);
  return isVoucherType(said) ? said : (told ?? "DISCOUNT_VOUCHER");
}

/** Parts of other kinds that have a balance of nothing, as where a file has one for every row. */
const empty = (fields: Fields, { part: own }: VoucherKind) =>
  VOUCHER_TYPES.flatMap((type) => {
    const { part } = VOUCHER_KINDS[type];
    return part !== own && fields[`${part}.balance`] === 0 ? [[part, undefined]] : [];
  });

/** The body of a row. What was used of a voucher before it came here is taken off. */
export function shape(scope: Scope, fields: Fields, campaign: StoredCampaign | null) {
  const template = campaign?.voucher;
  const kind = VOUCHER_KINDS[typeOf(fields, campaign)];
  const limit = fields["redemption.quantity"] ?? template?.redemption?.quantity;
  const left = both(limit, fields.redeemed_quantity, rest);
  return nestedBody({
    ...fields,
    ...Object.fromEntries(empty(fields, kind)),
    redeemed_amount: undefined,
    ...(kind.value === null
      ? discounted(scope, fields, template?.discount?.type ?? "AMOUNT")
      : loaded(scope, fields, kind, kind.value)),
    ...(left !== undefined && { "redemption.quantity": left }),
    // An id is one of its project; the campaign that codes go into is known.
    ...(campaign && { campaign_id: undefined }),
  });
}
