import { decode, type RawRow } from "../../../db/client";
import { type CampaignRow, campaigns } from "../../../db/tables/campaigns";
import type { LoadedRules, RuleCollection } from "../../../deciding/ruled";
import { decodeEarningRule, type StoredEarningRule } from "./store";

/** An earning rule with all that decides whether and what it gives. */
export interface EarningCandidate {
  rule: StoredEarningRule;
  program: CampaignRow;
  /** Its validation rules. */
  rules: LoadedRules[];
  /** Collections among its goods. */
  collections: RuleCollection[];
}

/** The casts hold because the columns are made by the queries of candidates alone. */
export function decodeCandidate(raw: RawRow): EarningCandidate {
  const { rule_sets, collections, program, ...own } = raw;
  return {
    rule: decodeEarningRule(own),
    program: decode(campaigns, JSON.parse(String(program)) as RawRow),
    rules: JSON.parse(String(rule_sets)) as LoadedRules[],
    collections: JSON.parse(String(collections)) as RuleCollection[],
  };
}
