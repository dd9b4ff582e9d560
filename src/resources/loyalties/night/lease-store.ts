import type { Statement } from "../../../db/client";
import { sql } from "../../../db/sql";

const NAME = "loyalty-night";
/** While something is due: when the run last went on. */
const WENT_ON = "loyalty-night-went-on";

/** Takes the run until then, unless somebody has it; a row comes back if it was taken. */
export const takeNight = (now: string, until: string): Statement =>
  sql`INSERT INTO job_leases (name, until) VALUES (${NAME}, ${until})
    ON CONFLICT (name) DO UPDATE SET until = excluded.until WHERE job_leases.until <= ${now}
    RETURNING name`;

/** Keeps it longer, or lets go of it. */
export const keepNight = (until: string): Statement =>
  sql`UPDATE job_leases SET until = ${until} WHERE name = ${NAME}`;

/** Notes that a run begins, unless one goes on or was cut off. */
export const noteBegun = (now: string): Statement =>
  sql`INSERT INTO job_leases (name, until) VALUES (${WENT_ON}, ${now}) ON CONFLICT DO NOTHING`;

/** Notes that the run goes on. */
export const noteWentOn = (now: string): Statement =>
  sql`UPDATE job_leases SET until = ${now} WHERE name = ${WENT_ON}`;

/** Notes that nothing is due. */
export const noteOver: Statement = sql`DELETE FROM job_leases WHERE name = ${WENT_ON}`;

/** When the run last went on (`until`); no row where nothing was due. */
export const wentOn: Statement = sql`SELECT until FROM job_leases WHERE name = ${WENT_ON}`;
