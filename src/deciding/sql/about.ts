import { type Fragment, param, type Slot, sql } from "../../db/sql";
import { namesInOrder, type StoredOrder } from "../../resources/orders/sql";

/** Who and what a decision is about, as far as its queries have to know. */
export interface DecisionSubjects {
  /** Subjects of usage counters: everybody, the key, the customer by id. */
  subjects: readonly string[];
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

/** The same as parameters of a query; each of its parts takes what it needs. */
export interface About {
  project: Slot;
  /** Subjects of usage counters, and the stored customer of the request among them. */
  subjects: Fragment;
  source: Slot;
  session: Slot;
  now: Slot;
  /**
   * Null where no line names anything: what the request does not need is left out of its queries,
   * which costs to be understood.
   */
  goods: Goods | null;
}

/** Names that the request sends, or those of the stored order whose lines count instead. */
function goodsOf(project: Slot, { ids, sources, order }: DecisionSubjects["goods"]): Goods | null {
  if (order) {
    const asked = { project, by: order.by, name: param(order.name) };
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

/** `holder` is who it is about where a card tells it, as an expression. */
export function aboutOf(
  projectId: string,
  subjects: DecisionSubjects,
  holder: Fragment | null = null,
): About {
  const [project, source] = [param(projectId), param(subjects.source_id)];
  const stored = holder
    ? sql`SELECT ${holder}`
    : sql`SELECT id FROM customers WHERE project_id = ${project} AND source_id = ${source}`;
  return {
    project,
    subjects: sql`SELECT value FROM json_each(${JSON.stringify(subjects.subjects)})
      UNION ALL ${stored}`,
    source,
    session: param(subjects.session_key),
    now: param(subjects.now),
    goods: goodsOf(project, subjects.goods),
  };
}
