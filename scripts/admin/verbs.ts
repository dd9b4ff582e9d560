import { BACKUP_VERBS } from "./backups.ts";
import { CAMPAIGN_VERBS } from "./campaigns.ts";
import { CODE_VERBS } from "./codes.ts";
import { completionVerbs } from "./completion.ts";
import { EXPORT_VERBS } from "./exports.ts";
import { IMPORT_VERBS } from "./imports.ts";
import { KEY_VERBS } from "./keys.ts";
import { LEDGER_VERBS } from "./ledger.ts";
import { PROJECT_VERBS } from "./projects.ts";
import type { Verb } from "./verb.ts";
import { WEBHOOK_VERBS } from "./webhooks.ts";

const WORKING: readonly Verb[] = [
  ...PROJECT_VERBS,
  ...KEY_VERBS,
  ...CAMPAIGN_VERBS,
  ...CODE_VERBS,
  ...IMPORT_VERBS,
  ...EXPORT_VERBS,
  ...WEBHOOK_VERBS,
  ...LEDGER_VERBS,
  ...BACKUP_VERBS,
];

/** Every verb, in the order of the help: help, completion and the program itself read this. */
export const VERBS: readonly Verb[] = [...WORKING, ...completionVerbs(() => VERBS)];
