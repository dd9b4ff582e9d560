import { type Draw, drawOf } from "./draw";
import { CODES, type Shop } from "./shops";

/** What an operation sends. */
export interface Sent {
  method: "POST" | "DELETE";
  path: string;
  body?: unknown;
}

/** What later operations build on. */
type Ground = "redeem" | "create" | "hold" | "campaign";

/** What an operation can build on. */
export interface Known {
  shop: Shop;
  draw: Draw;
  at: number;
  /** An operation of a kind that came some time before in the same project. */
  earlier: (kind: Ground) => number | null;
  /** The redemption that an operation made, as far as one was answered. */
  redemptionOf: (at: number) => string | undefined;
}

const CUSTOMERS = 200;
/** Rows of one bulk request. */
export const ROWS = 20;
/** Codes that one campaign makes. */
export const MADE = 30;

const shopper = (draw: Draw) => ({ source_id: `c-${draw(CUSTOMERS)}` });
const voucher = (id: string) => ({ object: "voucher", id });
const orderOf = ({ at, draw }: Known) => ({ source_id: `o-${at}`, amount: 1000 + draw(500) });
const discount = { type: "DISCOUNT_VOUCHER", discount: { type: "AMOUNT", amount_off: 100 } };

const redemption = (known: Known, redeemables: object[], more: object = {}): Sent => ({
  method: "POST",
  path: "/v1/redemptions",
  body: { redeemables, order: orderOf(known), customer: shopper(known.draw), ...more },
});

const post = (path: string, body: unknown): Sent => ({ method: "POST", path, body });
const remove = (path: string): Sent => ({ method: "DELETE", path });

/** Of codes without a limit, with a quantity, and with a limit for each customer. */
const anyCode = (draw: Draw): string => {
  const of = draw(10);
  return of < 6 ? `D-${draw(CODES)}` : of < 9 ? `L-${draw(CODES)}` : "U";
};

const validate = ({ draw }: Known): Sent =>
  post("/v1/validations", {
    redeemables: [voucher(anyCode(draw))],
    order: { amount: 1000 + draw(500) },
    customer: shopper(draw),
  });

/** More is given than taken, so that cards last. */
const moved = (draw: Draw): number => (draw(10) < 7 ? 1 + draw(300) : -1 - draw(200));

/** Parts of ten thousand, and what is sent. */
const KINDS = {
  validate: [2400, validate],
  redeem: [1900, (known: Known) => redemption(known, [voucher(anyCode(known.draw))])],
  stack: [
    400,
    (known: Known) => {
      const codes = ["D-0", "D-1"].map(voucher);
      const card = { ...voucher(`G-${known.draw(CODES)}`), gift: { credits: 100 } };
      return redemption(known, [...codes, card]);
    },
  ],
  spend: [
    600,
    (known: Known) => {
      const gift = { credits: 1 + known.draw(300) };
      return redemption(known, [{ ...voucher(`G-${known.draw(CODES)}`), gift }]);
    },
  ],
  pay: [
    300,
    (known: Known) => {
      const id = known.shop.cards[known.draw(known.shop.cards.length)];
      const reward = { id: known.shop.reward, points: 1 + known.draw(10) };
      return redemption(known, [{ object: "loyalty_card", id, reward }]);
    },
  ],
  rollback: [
    500,
    (known: Known) => {
      const id = known.redemptionOf(known.earlier("redeem") ?? -1);
      return id === undefined ? validate(known) : post(`/v1/redemptions/${id}/rollback`, {});
    },
  ],
  credit: [
    700,
    ({ draw, at }: Known) =>
      post(`/v1/vouchers/G-${draw(CODES)}/balance`, { amount: moved(draw), source_id: `m-${at}` }),
  ],
  points: [
    700,
    ({ draw, shop, at }: Known) => {
      const card = shop.cards[draw(shop.cards.length)];
      const body = { points: moved(draw), source_id: `m-${at}` };
      return post(`/v1/loyalties/members/${card}/balance`, body);
    },
  ],
  order: [
    600,
    (known: Known) => {
      const customer = { source_id: `member-${known.draw(known.shop.cards.length)}` };
      return post("/v1/orders", { ...orderOf(known), status: "PAID", customer });
    },
  ],
  create: [800, ({ at }: Known) => post(`/v1/vouchers/N-${at}`, discount)],
  delete: [100, ({ earlier }: Known) => remove(`/v1/vouchers/N-${earlier("create")}`)],
  customer: [350, ({ at }: Known) => post("/v1/customers", { source_id: `n-${at}` })],
  event: [
    300,
    ({ draw, at }: Known) =>
      post("/v1/events", { event: "visit", customer: shopper(draw), metadata: { at } }),
  ],
  publish: [
    200,
    ({ draw, at }: Known) => {
      const campaign = { name: "Mix" };
      return post("/v1/publications", { campaign, customer: shopper(draw), source_id: `p-${at}` });
    },
  ],
  hold: [
    100,
    (known: Known) =>
      post("/v1/validations", {
        redeemables: [voucher(`L-${known.draw(CODES)}`)],
        session: { type: "LOCK", key: `s-${known.at}`, ttl: 1, ttl_unit: "HOURS" },
      }),
  ],
  take: [
    50,
    (known: Known) => {
      const session = { type: "LOCK", key: `s-${known.earlier("hold")}` };
      return redemption(known, [voucher(`L-${known.draw(CODES)}`)], { session });
    },
  ],
  release: [
    20,
    ({ draw, earlier }: Known) =>
      remove(`/v1/vouchers/L-${draw(CODES)}/sessions/s-${earlier("hold")}`),
  ],
  bulk: [
    10,
    ({ at }: Known) =>
      post(
        "/v1/customers/bulk/async",
        Array.from({ length: ROWS }, (_, row) => ({ source_id: `b-${at}-${row}`, name: "Ada" })),
      ),
  ],
  import: [
    10,
    ({ at }: Known) =>
      post(
        "/v1/vouchers/import",
        Array.from({ length: ROWS }, (_, row) => ({ code: `I-${at}-${row}`, ...discount })),
      ),
  ],
  campaign: [
    4,
    ({ at }: Known) =>
      post("/v1/campaigns", {
        name: `C-${at}`,
        type: "STATIC",
        vouchers_count: MADE,
        voucher: discount,
      }),
  ],
  drop: [2, ({ earlier }: Known) => remove(`/v1/campaigns/C-${earlier("campaign")}?force=true`)],
  export: [
    4,
    () => post("/v1/exports", { exported_object: "voucher", parameters: { fields: ["code"] } }),
  ],
} satisfies Record<string, readonly [share: number, make: (known: Known) => Sent]>;

export type Kind = keyof typeof KINDS;

/** Entries of the redemption ledger that an operation makes, if it makes any. */
const USES: Partial<Record<Kind, number>> = { redeem: 1, stack: 3, spend: 1, pay: 1, take: 1 };
export const usesOf = (kind: Kind): number => USES[kind] ?? 0;

const NAMES = Object.keys(KINDS) as Kind[];
const SHARES = NAMES.reduce((sum, name) => sum + KINDS[name][0], 0);

/** Operations that one builds on came so much earlier that most were answered. */
const SETTLED = 100;
/** So many operations are looked through for one to build on. */
const LOOKED_THROUGH = 20_000;

/** What is done is drawn from a seed: the same operations, whatever becomes of them. */
export class Plan {
  constructor(
    readonly seed: number,
    readonly projects: number,
  ) {}

  projectOf = (at: number): number => drawOf(this.seed, at)(this.projects);

  kindOf(at: number): Kind {
    const draw = drawOf(this.seed + 1, at);
    let left = draw(SHARES);
    for (const name of NAMES) {
      left -= KINDS[name][0];
      if (left < 0) return name;
    }
    throw new Error("shares add up");
  }

  sentBy(at: number, shop: Shop, redemptionOf: Known["redemptionOf"]): Sent {
    const draw = drawOf(this.seed + 2, at);
    const earlier = (kind: Ground) => this.earlier(at, kind, draw);
    return KINDS[this.kindOf(at)][1]({ shop, draw, at, earlier, redemptionOf });
  }

  private earlier(at: number, kind: Ground, draw: Draw): number | null {
    const project = this.projectOf(at);
    const from = at - SETTLED - draw(1000);
    for (let other = from; other >= 0 && other > from - LOOKED_THROUGH; other--) {
      if (this.kindOf(other) === kind && this.projectOf(other) === project) return other;
    }
    return null;
  }
}
