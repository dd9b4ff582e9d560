import { refuseSecondName } from "../../checks/one-name";
import { load } from "../../commit/load";
import type { RawRow } from "../../db/client";
import type { DistributionRow } from "../../db/tables/distributions";
import { notFound } from "../../errors";
import type { Scope } from "../../scope/scope";
import { campaignNamed } from "../campaigns/sql";
import { byCampaignName, type StoredCampaign, theCampaign } from "../campaigns/store";
import { decodeEventSchema, schemaNamed } from "../management/custom-event-schemas/store";
import { rulesOfObject } from "../validation-rules/assignment-store";
import { decodeRule, type RuleRow } from "../validation-rules/store";
import type { DistributionCreate } from "./schema";
import {
  decodeDistribution,
  distributionsOf,
  type StoredDistribution,
  theDistribution,
} from "./store";

/** A distribution as a path names it: by the id or name of its campaign, and its own id. */
export interface DistributionNamed {
  campaign: string;
  id: string;
}

type Trigger = DistributionCreate["trigger"];

const calledBy = ({ custom_event: { id, name } }: Trigger): string => id || (name ?? "");

type Event = Pick<DistributionRow, "event_schema_id" | "event_schema_name">;

/** The event that a trigger names; refuses an id and a name of two. */
function eventOf(rows: readonly RawRow[], trigger: Trigger): Event {
  const called = calledBy(trigger);
  const found = rows.map(decodeEventSchema);
  const schema = found.find(({ id }) => id === called) ?? found[0];
  if (!schema) throw notFound("event_schema", called);
  const { name } = trigger.custom_event;
  refuseSecondName("custom event", schema, "trigger.custom_event.name", name);
  return { event_schema_id: schema.id, event_schema_name: schema.name };
}

interface Loaded {
  campaign: StoredCampaign;
  rows: StoredDistribution[];
  /** The rules of the one that was asked for. */
  rules: RuleRow[];
  /** The event that the body names, if it names one. */
  event: Event | null;
}

/**
 * A campaign with its distributions, the rules of one of them, and the event of a body: one round
 * trip.
 */
export async function loadDistributions(
  scope: Scope,
  name: string,
  { trigger, id }: { trigger?: Trigger | null | undefined; id?: string } = {},
): Promise<Loaded> {
  const { campaigns, rows, schemas, rules } = await load(scope, {
    campaigns: byCampaignName(scope, name),
    rows: distributionsOf(scope, campaignNamed(scope, name)),
    schemas: trigger ? schemaNamed(scope, calledBy(trigger)) : null,
    rules: id === undefined ? null : rulesOfObject(scope, id),
  });
  const campaign = theCampaign(campaigns, name);
  const event = trigger ? eventOf(schemas, trigger) : null;
  return { campaign, rows: rows.map(decodeDistribution), rules: rules.map(decodeRule), event };
}

export const listDistributions = async (
  scope: Scope,
  name: string,
): Promise<StoredDistribution[]> => (await loadDistributions(scope, name)).rows;

export const getDistribution = async (scope: Scope, { campaign, id }: DistributionNamed) =>
  theDistribution(await listDistributions(scope, campaign), id);
