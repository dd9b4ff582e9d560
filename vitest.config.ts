import { existsSync, statfsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { Response } from "miniflare";
import { defineConfig } from "vitest/config";
import { oneModule, SERVICE } from "./test/support/one-module.ts";
import { PATIENCE } from "./test/support/patience.ts";
import { receive } from "./test/support/receiver.ts";
import { schemaOf } from "./test/support/schema.ts";
import { Sequencer } from "./test/support/sequencer.ts";

/**
 * What the databases of tests hold is gone with them, and to wait for a disk at each commit takes a
 * tenth of their time: they live in memory where the system has a folder there with room.
 */
const IN_MEMORY = "/dev/shm";
const ROOM = 8 * 1024 ** 3;
if (existsSync(IN_MEMORY)) {
  const { bavail, bsize } = statfsSync(IN_MEMORY);
  if (bavail * bsize > ROOM) process.env.TMPDIR ??= IN_MEMORY;
}

/**
 * What tries one thing at every cut, in every state, on every page or with every value: minutes of
 * servers that are killed and of walks. `npm run test:thorough` is about these alone.
 */
const THOROUGH = process.env.THOROUGH ? [] : ["test/**/*.thorough.test.ts"];

/** Kills servers in the middle of what they do, which takes the time that an idle machine takes. */
const KILLS = ["test/e2e/kill*.thorough.test.ts"];

/** What `npm run test:quick` leaves out, too: 100,000 rows, credential matrices, whole exports. */
const SLOW = [
  "test/api/auth.test.ts",
  "test/api/campaign-cost.test.ts",
  "test/api/cost.test.ts",
  "test/api/decision-cost.test.ts",
  "test/api/export-kinds.test.ts",
  "test/api/exports.test.ts",
  "test/api/hostile*.test.ts",
  "test/api/list-filter-cost.test.ts",
  "test/api/qualification-cost.test.ts",
  "test/api/tenants.test.ts",
];

/**
 * None of these shares a database with another file, and `npm run test:quick` leaves them out: rows and
 * answers of many megabytes make each write after them slow, some say how busy a place is, and the
 * others look at all there is.
 */
const ALONE = [
  "test/api/action-turns.test.ts",
  "test/api/heavy-refused.test.ts",
  "test/api/overload.test.ts",
  "test/api/turns.test.ts",
  "test/api/large-answers.thorough.test.ts",
  "test/api/list-bytes.thorough.test.ts",
  "test/api/customer-deletion.test.ts",
  "test/api/event-holders.test.ts",
  "test/api/secrets.thorough.test.ts",
  "test/api/health.test.ts",
  "test/api/sweeps.test.ts",
];

/**
 * Races, crashes and agreement run beside a copy of the database that is read near the caller and is
 * so many writes behind; `npm run test:lag` runs them with others.
 */
const LAG = process.env.LAG ?? "1";
const BESIDE_COPY = ["test/concurrency/**/*.test.ts", "test/api/agreement.test.ts"];

/** The same where redemptions share batches of the database (`db/shared.ts`), as far as they redeem. */
const BUSY = [...BESIDE_COPY, "test/api/*redemption*.test.ts", "test/api/rollbacks.test.ts"];
const REDEEMS_NOTHING = ["generation*", "imports*", "move-*", "writers*", "near-reads*"].map(
  (name) => `test/concurrency/${name}.test.ts`,
);

/** `npm run test:alone`: each file in a worker of its own, so that none leans on what another did. */
const IN_OWN_WORKER = process.env.ALONE === "1";

/** They only end what would hang: no test depends on how long something takes. */
const BOUNDS = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: PATIENCE },
};

export default defineConfig(async () => {
  const schema = schemaOf(await readD1Migrations("./migrations"));
  const workerdWith = (bindings: Record<string, string>) => ({
    plugins: [
      oneModule(),
      cloudflareTest({
        main: SERVICE,
        wrangler: { configPath: "./wrangler.toml" },
        miniflare: {
          bindings: {
            TEST_MIGRATIONS: [schema],
            MANAGEMENT_ID: "test-management",
            MANAGEMENT_TOKEN: "test-management-token",
            SIGNING_SECRET: "test-signing-secret",
            SERVER_TIMING: "1",
            REQUEST_LOG: "0",
            // The isolate that begins a move is the only one that could remember.
            MOVE_SETTLE_MS: "0",
            // Races are to be as many at once as they send.
            REQUESTS_BESIDE_OTHERS: "1000",
            ...bindings,
          },
          d1Databases: ["PLANS", "COPY", "COPY_1", "COPY_2"],
          outboundService: async (request) => {
            const answer = await receive(request);
            if (!answer) return new Response("no outbound traffic in tests", { status: 599 });
            const { body, ...init } = { body: null, headers: {}, ...answer };
            return new Response(body, init);
          },
        },
      }),
    ],
    // One workerd serves many files: each test has projects of its own.
    test: {
      isolate: IN_OWN_WORKER,
      // What a caller asks for, which a worker does not see by itself.
      env: Object.fromEntries(
        ["LAWS", "FC_SEED", "FUZZ_SEED"].flatMap((name) => {
          const value = process.env[name];
          return value === undefined ? [] : [[name, value]];
        }),
      ),
      globalSetup: "./test/support/one-module.ts",
      setupFiles: ["./test/support/setup.ts"],
      ...BOUNDS,
    },
  });
  const workerd = workerdWith({});
  const besideCopy = workerdWith({ LAG, READ_REPLICAS: "1" });
  const ofBusy = workerdWith({ BUSY: "1" });
  return {
    test: {
      // More than processors, since many tests wait: for timers, for a server, for a browser.
      maxWorkers: availableParallelism() + 2,
      sequence: { sequencer: Sequencer },
      fsModuleCache: true,
      projects: [
        {
          test: {
            name: "engine",
            isolate: IN_OWN_WORKER,
            include: ["test/engine/**/*.test.ts", "test/*.test.ts"],
            exclude: THOROUGH,
            setupFiles: ["./test/support/temporal.ts"],
            ...BOUNDS,
          },
        },
        {
          test: {
            name: "e2e",
            // What it loads, such as the simulator, serves all files of a worker.
            isolate: IN_OWN_WORKER,
            globalSetup: "./test/support/server-parts.ts",
            include: ["test/e2e/**/*.test.ts", "clients/**/test/*.test.ts"],
            exclude: ["**/node_modules/**", ...KILLS, ...THOROUGH],
            ...BOUNDS,
          },
        },
        {
          test: {
            name: "kills",
            globalSetup: "./test/support/server-parts.ts",
            include: KILLS,
            exclude: THOROUGH,
            // After all others, one by one.
            sequence: { groupOrder: 1 },
            maxWorkers: 1,
            ...BOUNDS,
          },
        },
        {
          test: {
            name: "browser",
            include: ["test/browser/**/*.test.ts"],
            exclude: THOROUGH,
            // One browser serves all files of a worker: each page has its own context.
            isolate: IN_OWN_WORKER,
            globalSetup: ["./test/support/server-parts.ts", "./test/browser/setup.ts"],
            setupFiles: ["./test/browser/each.ts"],
            // What is wrong fails here the first time; where nobody can look at the machine, it fails twice.
            retry: process.env.CI ? 1 : 0,
            ...BOUNDS,
          },
        },
        {
          ...workerd,
          test: {
            ...workerd.test,
            name: "api",
            include: ["test/api/**/*.test.ts"],
            exclude: [...(process.env.QUICK ? SLOW : []), ...ALONE, ...BESIDE_COPY, ...THOROUGH],
          },
        },
        {
          ...besideCopy,
          test: {
            ...besideCopy.test,
            name: "copy",
            include: BESIDE_COPY,
            exclude: THOROUGH,
          },
        },
        {
          ...ofBusy,
          test: {
            ...ofBusy.test,
            name: "busy",
            include: BUSY,
            exclude: [...REDEEMS_NOTHING, ...THOROUGH],
          },
        },
        {
          ...workerd,
          test: {
            ...workerd.test,
            name: "alone",
            isolate: true,
            include: ALONE,
            exclude: THOROUGH,
          },
        },
      ],
    },
  };
});
