import { answerOf } from "../../../../clients/typescript/src";
import { madeWithin } from "../../parts/days";
import { pageOf } from "../../parts/list";
import { filtered, type ListState, orderBy, paged } from "../../parts/query";
import { server } from "../../session";

export const STATES = ["SUCCEEDED", "FAILED", "ROLLED_BACK"] as const;
export const KINDS = ["redemption", "redemption_rollback"] as const;
const orderOf = orderBy(
  ["created_at", "voucher_code", "tracking_id", "customer_id"],
  "-created_at",
);

/** A page of uses and rollbacks; of one code or tier, where its id is given. */
export async function redemptionsOf({ order, filters, ...page }: ListState, of?: string) {
  const { code, campaign, customer, status, kind } = filters;
  const query = {
    ...paged(page),
    order: orderOf(order),
    ...(campaign && { campaign }),
    ...(customer && { customer }),
    ...madeWithin(filters),
    ...filtered({
      ...(of !== undefined && { related_object_id: { conditions: { $is: [of] } } }),
      ...(code && { voucher_code: { conditions: { $is: [code] } } }),
      ...(status && { status: { conditions: { $is: [status] } } }),
      ...(kind && { object: { conditions: { $is: [kind] } } }),
    }),
  };
  const answer = await answerOf(server().GET("/v1/redemptions", { params: { query } }));
  return pageOf(answer.redemptions, answer);
}

type Texts = (
  key: `status.${(typeof STATES)[number]}` | (typeof KINDS)[number] | "status" | "what",
) => string;

/** What narrows such a list, but for days. */
export const stateFilters = (t: Texts) => [
  {
    name: "status",
    label: t("status"),
    choices: STATES.map((status) => [status, t(`status.${status}`)] as const),
  },
  { name: "kind", label: t("what"), choices: KINDS.map((kind) => [kind, t(kind)] as const) },
];
