import type { Env } from "../../src/env";

declare global {
  namespace Cloudflare {
    interface Env extends BoundEnv {
      TEST_MIGRATIONS: import("@cloudflare/vitest-plugin").D1Migration[];
    }
    interface GlobalProps {
      mainModule: typeof import("../../src/index");
    }
  }
}

type BoundEnv = Env;
