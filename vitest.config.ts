import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { Response } from "miniflare";
import { defineConfig } from "vitest/config";

export default defineConfig(async () => ({
  test: {
    projects: [
      {
        test: {
          name: "engine",
          include: ["test/engine/**/*.test.ts", "test/*.test.ts"],
          setupFiles: ["./test/support/temporal.ts"],
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
              outboundService: () => new Response("no outbound traffic in tests", { status: 599 }),
            },
          }),
        ],
        test: {
          name: "api",
          include: ["test/api/**/*.test.ts", "test/concurrency/**/*.test.ts"],
          setupFiles: ["./test/support/migrate.ts"],
          testTimeout: 30_000,
        },
      },
    ],
  },
}));
