import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { Response } from "miniflare";
import { defineConfig } from "vitest/config";
import { receive } from "./test/support/receiver.ts";

/** What `npm run test:quick` leaves out: 100,000 rows, credential matrices, crashes, whole exports. */
const SLOW = [
  "test/api/agreement.test.ts",
  "test/api/auth.test.ts",
  "test/api/campaign-cost.test.ts",
  "test/api/cost.test.ts",
  "test/api/decision-cost.test.ts",
  "test/api/export-kinds.test.ts",
  "test/api/exports.test.ts",
  "test/api/hostile*.test.ts",
  "test/api/list-filter-cost.test.ts",
  "test/api/loyalty-model.test.ts",
  "test/api/oauth-scopes.test.ts",
  "test/api/qualification-cost.test.ts",
  "test/api/tenants.test.ts",
  "test/concurrency/crash.test.ts",
  "test/concurrency/generation*.test.ts",
];

/**
 * Rows and answers of many megabytes: they leave behind a database in which each write takes many times as long,
 * so that none of these files shares one with others. They are left out likewise.
 */
const LARGE = ["test/api/large-answers.test.ts", "test/api/list-bytes.test.ts"];

export default defineConfig(async () => {
  const workerd = {
    plugins: [
      cloudflareTest({
        wrangler: { configPath: "./wrangler.toml" },
        miniflare: {
          bindings: {
            TEST_MIGRATIONS: await readD1Migrations("./migrations"),
            MANAGEMENT_ID: "test-management",
            MANAGEMENT_TOKEN: "test-management-token",
            SIGNING_SECRET: "test-signing-secret",
            SERVER_TIMING: "1",
            REQUEST_LOG: "0",
          },
          d1Databases: ["PLANS"],
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
    test: { isolate: false, setupFiles: ["./test/support/setup.ts"], testTimeout: 60_000 },
  };
  return {
    test: {
      maxWorkers: "100%",
      fsModuleCache: true,
      projects: [
        {
          test: {
            name: "engine",
            isolate: false,
            include: ["test/engine/**/*.test.ts", "test/*.test.ts"],
            setupFiles: ["./test/support/temporal.ts"],
            // The laws take seconds, and many times as long on a machine that does other work too.
            testTimeout: 60_000,
          },
        },
        {
          test: {
            name: "e2e",
            include: ["test/e2e/**/*.test.ts"],
            testTimeout: 120_000,
            hookTimeout: 120_000,
          },
        },
        {
          ...workerd,
          test: {
            ...workerd.test,
            name: "api",
            include: ["test/api/**/*.test.ts", "test/concurrency/**/*.test.ts"],
            exclude: [...SLOW, ...LARGE],
          },
        },
        {
          ...workerd,
          test: { ...workerd.test, name: "slow", include: SLOW, testTimeout: 120_000 },
        },
        {
          ...workerd,
          test: {
            ...workerd.test,
            name: "large",
            isolate: true,
            include: LARGE,
            testTimeout: 120_000,
          },
        },
      ],
    },
  };
});
