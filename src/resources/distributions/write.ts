import { type Answer, DONE } from "../../commit/answer";
import { commit } from "../../commit/commit";
import { changesNothing, nextUpdate } from "../../commit/next-update";
import { retried } from "../../commit/retry";
import type { Conflict } from "../../db/commit";
import type { DistributionRow } from "../../db/tables/distributions";
import { ApiError } from "../../errors";
import { present } from "../../lib/assert";
import { CAMPAIGN_KINDS } from "../../model/campaign-types";
import { mergeMetadata, newMetadata } from "../../model/metadata";
import { isoNow, type Scope } from "../../scope/scope";
import { refuseProtected } from "../campaigns/change";
import type { StoredCampaign } from "../campaigns/store";
import { unassignAll } from "../validation-rules/assignment-store";
import { unassignedEvents } from "../validation-rules/unassigned";
import { type DistributionNamed, loadDistributions } from "./load";
import type { DistributionCreate, DistributionUpdate } from "./schema";
import {
  type DistributionChange,
  deleteDistribution,
  insertDistribution,
  MOST_OF_CAMPAIGN,
  MOST_OF_EVENT,
  theDistribution,
  updateDistribution,
} from "./store";
import { viewDistribution } from "./view";

const invalid = (details: string) => new ApiError("invalid_campaign", { details });

function refuseWithoutCodes({ id, campaign_type }: StoredCampaign): void {
  if (CAMPAIGN_KINDS[campaign_type].hasVouchers) return;
  throw invalid(`Campaign ${id} is ${campaign_type} and has no codes to give`);
}

/** Refuses a distribution beyond what a campaign, or an event of all campaigns, may have. */
function refuseFull({ constraint }: Conflict, row: DistributionRow): void {
  if (constraint === "campaign_distributions_full") {
    throw invalid(`Campaign ${row.campaign_id} takes at most ${MOST_OF_CAMPAIGN} distributions`);
  }
  if (constraint === "event_distributions_full") {
    const { event_schema_name: name } = row;
    throw invalid(`Custom event ${name} triggers at most ${MOST_OF_EVENT} distributions`);
  }
}

/** Adds a distribution to a campaign of codes. */
export const createDistribution = (
  scope: Scope,
  name: string,
  sent: DistributionCreate,
): Promise<Answer> =>
  retried(scope, async () => {
    const { campaign, event } = await loadDistributions(scope, name, sent);
    refuseProtected(campaign);
    refuseWithoutCodes(campaign);
    const row: DistributionRow = {
      project_id: scope.project.id,
      id: scope.newId("dist"),
      campaign_id: campaign.id,
      name: sent.name,
      ...present(event, "the event of a new distribution"),
      active: sent.active ?? true,
      metadata: newMetadata(sent.metadata),
      created_at: isoNow(scope),
      updated_at: null,
    };
    const answer = viewDistribution(row);
    const result = await commit(scope, { statements: insertDistribution(row), answer });
    if (!result.ok) refuseFull(result.error, row);
    return result.ok ? answer : null;
  }, [`campaign ${name}`]);

/** The columns that a body changes, but for those of its event. */
const changeOf = (
  scope: Scope,
  row: DistributionRow,
  { name, active, metadata }: DistributionUpdate,
): DistributionChange => ({
  ...(name && { name }),
  ...(typeof active === "boolean" && { active }),
  ...(metadata !== undefined && { metadata: mergeMetadata(row.metadata, metadata) }),
  updated_at: nextUpdate(scope, row),
});

/** Updates a distribution; what it has given stays given. */
export const changeDistribution = (
  scope: Scope,
  named: DistributionNamed,
  sent: DistributionUpdate,
): Promise<Answer> =>
  retried(scope, async () => {
    const { campaign, rows, event } = await loadDistributions(scope, named.campaign, sent);
    const row = theDistribution(rows, named.id);
    refuseProtected(campaign);
    const change = { ...changeOf(scope, row, sent), ...event };
    if (changesNothing(row, change)) return viewDistribution(row);
    const after = { ...row, ...change };
    const answer = viewDistribution(after);
    const result = await commit(scope, { statements: updateDistribution(row, change), answer });
    if (!result.ok) refuseFull(result.error, after);
    return result.ok ? answer : null;
  }, [`campaign ${named.campaign}`]);

/** Deletes a distribution and takes its rule back: from then on it gives nothing. */
export const removeDistribution = (scope: Scope, named: DistributionNamed): Promise<Answer> =>
  retried(scope, async () => {
    const { campaign, rows, rules } = await loadDistributions(scope, named.campaign, named);
    const row = theDistribution(rows, named.id);
    refuseProtected(campaign);
    const assigned = row.assignments.length;
    const shown = { distribution: { distribution: row.id } };
    const gone = row.assignments.map((assignment) => ({ assignment, shown }));
    const result = await commit(scope, {
      statements: [...unassignAll(row.project_id, [row.id], assigned), ...deleteDistribution(row)],
      ...(assigned > 0 && { tally: { validation_rules_assignments: -assigned } }),
      events: unassignedEvents(rules, gone),
      answer: DONE,
    });
    return result.ok ? DONE : null;
  }, [`campaign ${named.campaign}`]);
