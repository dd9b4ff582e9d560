import * as z from "zod";
import { load } from "../../commit/load";
import type { Statement } from "../../db/client";
import type { AsyncActionRow } from "../../db/tables/work";
import type { Scope } from "../../scope/scope";
import { commitStep } from "../async-actions/commit-step";
import { afterStep, beginAction, type Running } from "../async-actions/define";
import { nextOf } from "./clear-store";
import type { StoredCampaign } from "./store";

/** What background work keeps that goes over the cards of a campaign, one chunk in a step. */
const WALK = {
  input: z.object({ campaign_id: z.string() }),
  state: z.object({ after: z.string() }),
};
type Walk = Running<z.infer<typeof WALK.input>, z.infer<typeof WALK.state>>;

export const walkOf = <T extends string>(type: T) => ({ type, ...WALK });

/**
 * Begins such work with the first of the cards. The campaign is not what it is related to: work
 * that is counts its steps as new codes, and keeps the campaign from coming out of the bin.
 */
export const beginWalk = (
  scope: Scope,
  type: ReturnType<typeof walkOf>,
  { id, vouchers_count }: Pick<StoredCampaign, "id" | "vouchers_count">,
) =>
  beginAction(scope, type, {
    input: { campaign_id: id },
    state: { after: "" },
    total: vouchers_count,
  });

/** The action once it went over these cards; the last of them are fewer than a step takes. */
function behind(scope: Scope, work: Walk, ids: readonly string[], most: number): AsyncActionRow {
  const { row } = work;
  const done = row.done + ids.length;
  const last = ids.length < most ? undefined : ids.at(-1);
  return afterStep(scope, work, {
    done,
    total: last ? Math.max(done, row.total) : done,
    ...(last
      ? { state: { after: last } }
      : { status: "DONE", operation_status: "SUCCESS", result: { vouchers_count: done } }),
  });
}

/**
 * A step: the next cards that were given out, so `most` of them. What `each` writes is committed
 * with the move to the next.
 */
export const walkCards =
  (most: number, each: (scope: Scope, ids: readonly string[]) => Promise<Statement[]>) =>
  async (scope: Scope, work: Walk): Promise<AsyncActionRow | null> => {
    const at = { isFree: false, after: work.state.after, most };
    const { rows } = await load(scope, { rows: nextOf(scope, work.input.campaign_id, at) });
    const ids = rows.map(({ id }) => String(id));
    const written = await each(scope, ids);
    const after = behind(scope, work, ids, most);
    return commitStep(scope, { row: work.row, after }, written);
  };
