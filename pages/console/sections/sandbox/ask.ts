import { answerOf, type Schemas } from "../../../../clients/typescript/src";
import { setting, storage } from "../../../shared/setting";
import { notesOf, orderOf, type Sample } from "../../parts/cart/sample";
import { server } from "../../session";

export type Validation = Schemas["Validation"];
export type Turn = Validation["redeemables"][number];

export interface Picked {
  object: "voucher" | "promotion_tier" | "promotion_stack";
  id: string;
  name: string;
}

/** The cast holds: nobody else writes under this name, and it ends with the tab. */
const parsed = (text: string): Picked[] => JSON.parse(text) as Picked[];

export const picked = setting<readonly Picked[]>({
  name: "sandbox",
  store: storage("sessionStorage"),
  read: (text) => (text === null ? [] : parsed(text)),
  write: (value) => JSON.stringify(value),
});

/** What the service decides of all that is picked, with its reasons; nothing is held or counted. */
export async function decide(chosen: readonly Picked[], sample: Sample): Promise<Validation> {
  const { customer, redemption } = sample;
  const body = {
    redeemables: chosen.map(({ object, id }) => ({ object, id })),
    order: orderOf(sample),
    metadata: notesOf(redemption),
    ...(customer && { customer: { id: customer.id } }),
    options: {
      expand: ["explanation" as const, "redeemable" as const, "category" as const],
      // At an instant of its own it is a dry run, which leaves no trace in summaries.
      as_of: new Date().toISOString(),
    },
  };
  return answerOf(server().POST("/v1/validations", { body }));
}

const placeOf = ({ explanation }: Turn): number =>
  explanation?.stacking.turn ?? Number.MAX_SAFE_INTEGER;

/** Every redeemable in the order of its turn, whichever of the answer's lists it stands in. */
export function turnsOf(validation: Validation): Turn[] {
  const { redeemables, skipped_redeemables = [], inapplicable_redeemables = [] } = validation;
  const all = [...redeemables, ...skipped_redeemables, ...inapplicable_redeemables];
  const turns = new Map(all.map((each) => [placeOf(each), each]));
  return [...turns.values()].sort((a, b) => placeOf(a) - placeOf(b));
}

/** What one turn takes off each line, its share of what it takes off the order among it. */
export function lineDiscounts({ explanation }: Turn, count: number): number[] {
  const { lines = [], line_shares: shares = [] } = explanation?.stacking ?? {};
  return Array.from({ length: count }, (_, at) => {
    const own = lines.find(({ index }) => index === at)?.discount_amount ?? 0;
    return own + (shares[at] ?? 0);
  });
}
