import { type Fragment, nothing, param, projectSlot, type Slot, shared, sql } from "../../db/sql";
import { idOfEither } from "../../resources/customers/sql";
import { namesInOrder, type StoredOrder } from "../../resources/orders/sql";

/** Who and what a decision is about, as far as its queries have to know. */
export interface DecisionSubjects {
  /** Subjects of usage counters beside the customer: everybody, the key. */
  subjects: readonly string[];
  /** Who it is about: by id or, where that is nobody's, by source id. */
  customer_id: string | null;
  source_id: string | null;
  /**
   * Whose holds do not stand in the way, and the instant at which holds lapse (epoch milliseconds).
   */
  session_key: string | null;
  now: number;
  goods: { ids: readonly string[]; sources: readonly string[]; order?: StoredOrder | null };
}

/** Names by which the order's lines call goods, each as a SELECT. */
interface Goods {
  ids: Fragment;
  /** Source ids, whatever they name by them. */
  sources: Fragment;
}

/**
 * The same as parameters of a query; each of its parts takes what it needs. What the request does
 * not need is null and left out of its queries, since it costs to be understood.
 */
export interface About {
  project: Slot;
  /** Subjects of usage counters, the customer among them. */
  subjects: Fragment;
  /** The id of whom it is about, as a SELECT; null where it is about nobody. */
  customer: Fragment | null;
  session: Slot | null;
  now: Slot;
  /** Null where no line names anything. */
  goods: Goods | null;
}

/** Names that the request sends, or those of the stored order whose lines count instead. */
function goodsOf(project: Slot, { ids, sources, order }: DecisionSubjects["goods"]): Goods | null {
  if (order) {
    const asked = { project, by: order.by, name: shared("order", order.name) };
    return {
      ids: namesInOrder(["product_id", "sku_id"], asked),
      sources: namesInOrder(["product_source", "sku_source"], asked),
    };
  }
  if (ids.length + sources.length === 0) return null;
  const sent = param(JSON.stringify({ ids, sources }));
  return {
    ids: sql`SELECT value FROM json_each(${sent}, '$.ids')`,
    sources: sql`SELECT value FROM json_each(${sent}, '$.sources')`,
  };
}

const customerSlot = (name: string | null): Slot | null =>
  name === null ? null : shared("customer", name);

function customerOf(
  project: Slot,
  sent: DecisionSubjects,
  holder: Fragment | null,
): Fragment | null {
  if (holder) return sql`SELECT ${holder}`;
  const [id, source] = [customerSlot(sent.customer_id), customerSlot(sent.source_id)];
  if (id !== null && source !== null) return sql`SELECT ${idOfEither(project, id, source)}`;
  if (id !== null) return sql`SELECT ${id}`;
  if (source === null) return null;
  return sql`SELECT id FROM customers WHERE project_id = ${project} AND source_id = ${source}`;
}

/** `holder` is who it is about where a card tells it, as an expression. */
export function aboutOf(
  projectId: string,
  sent: DecisionSubjects,
  holder: Fragment | null = null,
): About {
  const project = projectSlot(projectId);
  const customer = customerOf(project, sent, holder);
  return {
    project,
    subjects: sql`SELECT value FROM json_each(${JSON.stringify(sent.subjects)})
      ${customer ? sql`UNION ALL ${customer}` : nothing}`,
    customer,
    session: sent.session_key === null ? null : param(sent.session_key),
    now: param(sent.now),
    goods: goodsOf(project, sent.goods),
  };
}
