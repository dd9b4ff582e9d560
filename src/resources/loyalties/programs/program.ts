import type { Answer } from "../../../commit/answer";
import type { RawRow } from "../../../db/client";
import { ApiError } from "../../../errors";
import type { Scope } from "../../../scope/scope";
import { changeCampaign } from "../../campaigns/change";
import { createCampaign } from "../../campaigns/create";
import { listCampaigns } from "../../campaigns/list";
import { removeCampaign } from "../../campaigns/remove";
import type { CampaignCreate, CampaignQuery, CampaignUpdate } from "../../campaigns/schema";
import { getCampaign, theCampaign } from "../../campaigns/store";

/** A program is a campaign of this type; campaigns of other types are none. */
const PROGRAM = "LOYALTY_PROGRAM";

/** What belongs to a program, as a path names it: by the program's id or name, and its own id. */
export interface InProgram {
  program: string;
  id: string;
}

export function createProgram(scope: Scope, input: CampaignCreate): Promise<Answer> {
  if (input.campaign_type && input.campaign_type !== PROGRAM) {
    throw new ApiError("invalid_campaign", {
      details: `Property .campaign_type must be ${PROGRAM}`,
    });
  }
  // Whoever makes a program here gives out cards as members come; a campaign has those it is given.
  const type = input.type ?? "AUTO_UPDATE";
  return createCampaign(scope, { ...input, type, campaign_type: PROGRAM });
}

export const listPrograms = (scope: Scope, query: Omit<CampaignQuery, "campaign_type">) =>
  listCampaigns(scope, { ...query, campaign_type: PROGRAM });

/** The program among the rows that `byCampaignName` gave. */
export const theProgram = (rows: readonly RawRow[] | undefined, name: string) =>
  theCampaign(rows, name, PROGRAM);

/** A program by id or name. */
export const getProgram = (scope: Scope, name: string) => getCampaign(scope, name, PROGRAM);

export const changeProgram = (scope: Scope, name: string, input: CampaignUpdate): Promise<Answer> =>
  changeCampaign(scope, name, input, PROGRAM);

export const removeProgram = (scope: Scope, name: string, isForced: boolean): Promise<Answer> =>
  removeCampaign(scope, name, isForced, PROGRAM);
