import { amendAnswer, commit } from "../../commit/commit";
import { load } from "../../commit/load";
import { retried } from "../../commit/retry";
import type { CustomerRow } from "../../db/tables/customers";
import type { AsyncActionRow } from "../../db/tables/work";
import type { Person } from "../../engine/forget";
import { isoNow, type JobMessage, type Scope } from "../../scope/scope";
import { beginAction, running } from "../async-actions/define";
import { byCustomerName, customerNamed, deleteCustomer, theCustomer } from "../customers/store";
import { listsOf } from "../segments/store";
import { heldBy, releasing } from "../vouchers/release";
import type { PermanentDeletion } from "./schema";
import { beginnings, FORGETTING, type ForgetState, Forgotten, forgetCustomer, PARTS } from "./step";

/** As many parts the request itself does; a customer with little is gone with the answer. */
const STEPS_AT_ONCE = 6;

/** Texts that name somebody; what is left of them elsewhere is looked for by these. */
const personOf = ({ id, source_id, email, name, phone }: CustomerRow): Person => ({
  id,
  texts: [source_id, email, name, phone].flatMap((text) => text || []),
});

/** The customer with the number of lists that it is on, and what it holds. */
async function getListed(scope: Scope, name: string) {
  const { rows, segments, held } = await load(scope, {
    rows: byCustomerName(scope, name),
    segments: listsOf(scope, name),
    held: heldBy(scope, customerNamed(scope, name)),
  });
  return { customer: theCustomer(rows, name), segments: Number(segments[0]?.total ?? 0), held };
}

interface Begun {
  customerId: string;
  deletionId: string;
  action: AsyncActionRow;
  job: JobMessage;
}

const answerOf = (
  scope: Scope,
  { customerId, deletionId, action }: Begun,
  forgotten: Forgotten,
): PermanentDeletion => ({
  id: deletionId,
  created_at: isoNow(scope),
  related_object_id: customerId,
  related_object: "customer",
  status: action.status,
  data_json: forgotten,
  async_action_id: action.id,
  object: "pernament_deletion",
});

/** Takes the customer itself away: from here on nobody can name it, and nothing is added to it. */
async function begin(scope: Scope, name: string): Promise<Begun | null> {
  const { customer, segments, held } = await getListed(scope, name);
  const forgotten: Forgotten = {
    events: 0,
    customer_events: 0,
    daily_events: 0,
    segments,
    orders: 0,
    order_events: 0,
    customer: 1,
    backups: 0,
  };
  const state: ForgetState = {
    person: personOf(customer),
    since: customer.created_at,
    after: beginnings(),
    forgotten,
  };
  const action = beginAction(scope, FORGETTING, { input: {}, state, total: PARTS });
  const { row, job } = action;
  const begun = { customerId: customer.id, deletionId: scope.newId("del"), action: row, job };
  const release = releasing(scope, customer, held);
  const result = await commit(scope, {
    statements: [...deleteCustomer(customer), ...release.statements, action.statement],
    tally: { customers: -1, async_actions: 1 + release.actions },
    jobs: release.jobs,
    events: [
      {
        kind: "customer.deleted",
        entity_id: customer.id,
        customer_id: customer.id,
        data: { customer: { id: customer.id, object: "customer" } },
      },
    ],
    answer: answerOf(scope, begun, forgotten),
  });
  return result.ok ? begun : null;
}

async function stepped(
  scope: Scope,
  action: AsyncActionRow,
  left: number,
): Promise<AsyncActionRow> {
  if (left === 0 || action.status === "DONE") return action;
  const after = await forgetCustomer.step(scope, action, 1);
  return after ? stepped(scope, after, left - 1) : action;
}

/** What was found so far, or at the end. */
const forgottenBy = (action: AsyncActionRow): Forgotten =>
  action.status === "DONE"
    ? Forgotten.parse(action.result)
    : running(FORGETTING, action).state.forgotten;

/**
 * Deletes a customer with everything that tells of them (docs/behaviour.md); money records stay
 * under their anonymous id. What the request does not manage itself goes on in the background.
 */
export async function deletePermanently(scope: Scope, name: string): Promise<PermanentDeletion> {
  const begun = await retried(scope, () => begin(scope, name));
  const action = await stepped(scope, begun.action, STEPS_AT_ONCE);
  if (action.status !== "DONE") scope.enqueue([begun.job]);
  const answer = answerOf(scope, { ...begun, action }, forgottenBy(action));
  await amendAnswer(scope, answer);
  return answer;
}
