import { minorOf } from "../../../../../shared/minor";
import { fieldAmount, fieldNumber } from "../../../../parts/field-texts";
import { changedMetadata, type MetadataRow, metadataOf, rowsOf } from "../../../../parts/metadata";
import type { Reward } from "../load";

export const GIVES = [
  "DISCOUNT_COUPONS",
  "GIFT_VOUCHERS",
  "LOYALTY_PROGRAM",
  "PRODUCT",
  "COIN",
] as const;
export type Gives = (typeof GIVES)[number];

/** A reward as somebody writes it. */
export interface RewardDraft {
  gives: Gives;
  name: string;
  campaign: string;
  /** Credit as people write money, or points. */
  balance: string;
  product: string;
  sku: string;
  /** So many points pay so much. */
  points: string;
  pays: string;
  stock: string;
  image: string;
  description: string;
  metadata: readonly MetadataRow[];
}

export const BLANK: RewardDraft = {
  gives: "DISCOUNT_COUPONS",
  name: "",
  campaign: "",
  balance: "",
  product: "",
  sku: "",
  points: "100",
  pays: "1",
  stock: "",
  image: "",
  description: "",
  metadata: [],
};

/** What a reward gives, as fields have it. */
function givenBy({ parameters }: Reward, currency: string): Partial<RewardDraft> {
  if ("coin" in parameters) {
    const { points_ratio, exchange_ratio } = parameters.coin;
    return { gives: "COIN", points: String(points_ratio), pays: fieldNumber(exchange_ratio) };
  }
  if ("product" in parameters) {
    const { id, sku_id } = parameters.product;
    return { gives: "PRODUCT", product: id, sku: sku_id ?? "" };
  }
  const { id, type, balance } = parameters.campaign;
  const shown =
    type === "GIFT_VOUCHERS" ? fieldAmount(balance ?? 0, currency) : String(balance ?? "");
  return { gives: type, campaign: id, balance: shown };
}

export const draftOf = (reward: Reward, currency: string): RewardDraft => ({
  ...BLANK,
  ...givenBy(reward, currency),
  name: reward.name,
  stock: reward.stock ?? "",
  image: reward.attributes?.image_url ?? "",
  description: reward.attributes?.description ?? "",
  metadata: rowsOf(reward.metadata),
});

const whole = (text: string, least: number): number | null =>
  /^\d{1,9}$/.test(text.trim()) && Number(text) >= least ? Number(text) : null;

const decimal = (text: string): number | null => {
  const value = text.trim().replace(",", ".");
  return /^\d{1,9}(\.\d{1,6})?$/.test(value) && Number(value) > 0 ? Number(value) : null;
};

const balanceOf = ({ gives, balance }: RewardDraft, currency: string): number | null =>
  gives === "GIFT_VOUCHERS" ? minorOf(balance, currency) || null : whole(balance, 1);

export type Problem = "campaign" | "balance" | "product" | "points" | "pays" | "stock";

/** What keeps the draft from being a reward. */
export function problemsIn(draft: RewardDraft, currency: string): Problem[] {
  const { gives, campaign, product, points, pays, stock } = draft;
  const isCard = gives === "GIFT_VOUCHERS" || gives === "LOYALTY_PROGRAM";
  const isCoin = gives === "COIN";
  const isProduct = gives === "PRODUCT";
  const problems: [Problem, boolean][] = [
    ["campaign", !isCoin && !isProduct && campaign.trim() === ""],
    ["balance", isCard && balanceOf(draft, currency) === null],
    ["product", isProduct && product === ""],
    ["points", isCoin && whole(points, 1) === null],
    ["pays", isCoin && decimal(pays) === null],
    ["stock", !isCoin && stock.trim() !== "" && whole(stock, 0) === null],
  ];
  return problems.flatMap(([name, isWrong]) => (isWrong ? [name] : []));
}

function parametersOf(draft: RewardDraft, currency: string) {
  const { gives, campaign, product, sku, points, pays } = draft;
  if (gives === "COIN") {
    return { coin: { points_ratio: whole(points, 1) ?? 1, exchange_ratio: decimal(pays) ?? 1 } };
  }
  if (gives === "PRODUCT") return { product: { id: product, sku_id: sku || null } };
  const balance = gives === "DISCOUNT_COUPONS" ? null : balanceOf(draft, currency);
  return { campaign: { id: campaign.trim(), ...(balance !== null && { balance }) } };
}

/** The body of a draft without problems; of one that is there with what it `was`. */
export function bodyOf(draft: RewardDraft, was: RewardDraft | null, currency: string) {
  const { gives, name, stock, image, description, metadata } = draft;
  return {
    ...(name.trim() && { name: name.trim() }),
    parameters: parametersOf(draft, currency),
    ...(gives !== "COIN" && { stock: whole(stock, 0) }),
    attributes: { image_url: image.trim() || null, description: description.trim() || null },
    metadata: was ? changedMetadata(was.metadata, metadata) : metadataOf(metadata),
  };
}

/** Where each property of the body is entered. */
const PLACES: readonly [path: RegExp, field: keyof RewardDraft][] = [
  [/^name/, "name"],
  [/^parameters\.campaign\.balance/, "balance"],
  [/^parameters\.campaign/, "campaign"],
  [/^parameters\.product/, "product"],
  [/^parameters\.coin\.points/, "points"],
  [/^parameters\.coin/, "pays"],
  [/^stock/, "stock"],
  [/^attributes\.image/, "image"],
  [/^attributes/, "description"],
  [/^metadata/, "metadata"],
];

/** Refusals that name no property, by what they are about. */
const KEYS: Readonly<Record<string, keyof RewardDraft>> = {
  invalid_balance: "balance",
  invalid_campaign: "campaign",
  invalid_sku: "sku",
  metadata_validation_failed: "metadata",
};

/** Where a refusal belongs; null where it is of the whole. */
export const placeOf = (path: string, key: string | null): keyof RewardDraft | null =>
  KEYS[key ?? ""] ?? PLACES.find(([each]) => each.test(path))?.[1] ?? null;
