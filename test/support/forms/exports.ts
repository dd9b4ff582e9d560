import type { Row } from "./row";

/** Of a member an operator takes a list, of others one value. */
const transactions = ($after: string | string[]) => ({
  parameters: {
    order: "-created_at",
    fields: ["id", "type", "source_id", "reason", "source", "balance", "amount", "created_at"],
    filters: { junction: "and", created_at: { conditions: { $after } } },
  },
});

const SINCE = "2025-01-01T00:00:00Z";

const PATHS = [
  "/v1/loyalties/:campaignId/transactions",
  "/v1/loyalties/members/:memberId/transactions",
  "/v1/loyalties/:campaignId/members/:memberId/transactions",
  "/v1/campaigns/:campaignId/transactions",
  "/v1/vouchers/:code/transactions",
];

export const exported: readonly Row[] = [
  ...PATHS.map((path) => ({
    operation: `POST ${path}/export`,
    least: {},
    most: transactions(path.includes("/members/") ? [SINCE] : SINCE),
  })),
  {
    operation: "POST /v1/loyalties/:campaignId/points-expiration/export",
    least: {},
    most: ({ memberId }) => ({
      parameters: {
        order: "expires_at",
        fields: ["id", "campaign_id", "voucher_id", "status", "expires_at", "points"],
        filters: { junction: "and", voucher_id: { conditions: { $in: [memberId] } } },
      },
    }),
  },
];
