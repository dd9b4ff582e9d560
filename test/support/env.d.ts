import type { Env } from "../../src/env";

declare global {
  namespace Cloudflare {
    interface Env extends BoundEnv {
      DB_1: D1Database;
      DB_2: D1Database;
      /** Has the statistics of a large project, and no rows. */
      PLANS: D1Database;
      /** A copy of the database that stays so many writes behind (`LAG`). */
      COPY: D1Database;
      COPY_1: D1Database;
      COPY_2: D1Database;
      LAG?: string;
      /** Set where all projects are busy. */
      BUSY?: string;
      TEST_MIGRATIONS: import("@cloudflare/vitest-plugin").D1Migration[];
    }
    interface GlobalProps {
      mainModule: typeof import("../../src/index");
    }
  }
}

type BoundEnv = Env;
