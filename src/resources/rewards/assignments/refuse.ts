import type { RawRow } from "../../../db/client";
import type { Conflict } from "../../../db/commit";
import { ApiError } from "../../../errors";
import type { StoredCampaign } from "../../campaigns/store";
import type { AssignmentsCreate, Priced } from "./schema";
import { MOST_REWARDS } from "./store";

export const wantsAuto = ({ parameters }: Pick<Priced, "parameters">): boolean =>
  parameters?.loyalty?.auto_redeem === true;

/** What one request names twice could only be there once. */
export function refuseTwice(items: AssignmentsCreate): void {
  const ids = items.map(({ reward }) => reward);
  const twice = ids.findIndex((id, at) => ids.indexOf(id) < at);
  if (twice >= 0) {
    throw new ApiError("invalid_payload", {
      details: `Property [${twice}].reward must NOT be that of another item`,
    });
  }
  if (items.filter(wantsAuto).length > 1) {
    throw new ApiError("invalid_payload", {
      details: "Payload must NOT have more than 1 items with auto_redeem",
    });
  }
}

const duplicate = (id: string) =>
  new ApiError("duplicate_found", {
    details: `Duplicated reward_assignment exists with id ${id}`,
    resource_id: id,
    resource_type: "reward_assignment",
  });

/** A program has a reward once, and one at most that is redeemed by itself. */
export function refuseTaken(
  items: readonly Pick<Priced, "parameters">[],
  { taken, auto }: Record<"taken" | "auto", RawRow[]>,
): void {
  const [before] = [...taken, ...(items.some(wantsAuto) ? auto : [])];
  if (before) throw duplicate(String(before.id));
}

export function refuseFull({ constraint }: Conflict, { id }: StoredCampaign): void {
  if (constraint !== "program_full") return;
  throw new ApiError("invalid_campaign", {
    details: `Campaign ${id} takes no more than ${MOST_REWARDS} rewards`,
  });
}
