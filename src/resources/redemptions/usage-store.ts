import type { Statement } from "../../db/client";
import { sortKey } from "../../db/ledger-rows";
import { sql } from "../../db/sql";
import type { UsageEffect } from "../../model/redemption";
import type { Scope } from "../../scope/scope";

/** Writes down what redemptions that stay count from now on. */
export const rewriteUsage = (scope: Scope, usages: ReadonlyMap<string, UsageEffect>): Statement[] =>
  [...usages].map(
    ([id, usage]) => sql`UPDATE redemptions
      SET effects = json_set(effects, '$.usage', json(${JSON.stringify(usage)}))
      WHERE project_id = ${scope.project.id} AND sort_key = ${sortKey(id)} AND id = ${id}`,
  );
