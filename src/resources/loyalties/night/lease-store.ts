import type { Statement } from "../../../db/client";
import { sql } from "../../../db/sql";

const NAME = "loyalty-night";

/** Takes the run until then, unless somebody has it; a row comes back if it was taken. */
export const takeNight = (now: string, until: string): Statement =>
  sql`INSERT INTO job_leases (name, until) VALUES (${NAME}, ${until})
    ON CONFLICT (name) DO UPDATE SET until = excluded.until WHERE job_leases.until <= ${now}
    RETURNING name`;

/** Keeps it longer, or lets go of it. */
export const keepNight = (until: string): Statement =>
  sql`UPDATE job_leases SET until = ${until} WHERE name = ${NAME}`;
