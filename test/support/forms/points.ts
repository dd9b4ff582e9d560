import type { Row } from "./row";

const READS = [
  "GET /v1/loyalties/:campaignId/transactions",
  "GET /v1/loyalties/:campaignId/members/:memberId/transactions",
  "GET /v1/loyalties/members/:memberId/transactions",
  "GET /v1/loyalties/:campaignId/members/:memberId/points-expiration",
  "GET /v1/loyalties/:campaignId/pending-points",
  "GET /v1/loyalties/:campaignId/members/:memberId/pending-points",
  "GET /v1/loyalties/members/:memberId/pending-points",
  "GET /v1/vouchers/:code/transactions",
  "GET /v1/campaigns/:campaignId/transactions",
];

const ADDED = {
  points: 5000,
  expiration_type: "CUSTOM_DATE",
  expiration_date: "2029-01-01",
  reason: "a present",
  source_id: "gift-1",
};

export const points: readonly Row[] = [
  ...READS.map((operation) => ({ operation, query: "?limit=100" })),
  ...READS.map((operation) => ({ operation, query: "?limit=1" })),
  {
    operation: "POST /v1/loyalties/members/:memberId/balance",
    least: { points: 5000 },
    most: ADDED,
  },
  {
    operation: "POST /v1/loyalties/:campaignId/members/:memberId/balance",
    least: { points: -1 },
    most: { ...ADDED, points: 1, source_id: "gift-2", expiration_date: "2026-03-01" },
  },
  {
    operation: "POST /v1/loyalties/:campaignId/members/:memberId/transfers",
    least: ({ memberId }) => [{ code: memberId, points: 1 }],
    most: ({ memberId }) => [{ code: memberId, points: 10, reason: "shared", source_id: "t" }],
    at: { memberId: "bob" },
  },
];

export const pending: readonly Row[] = [
  {
    operation: "POST /v1/loyalties/members/:memberId/pending-points/:pendingPointsId/balance",
    least: { points: 1 },
    most: { points: -1 },
    at: { pendingPointsId: "pending.0" },
  },
  {
    operation: "POST /v1/loyalties/members/:memberId/pending-points/:pendingPointsId/activate",
    least: {},
    most: {},
    at: { pendingPointsId: "pending.0" },
  },
  {
    operation: "POST /v1/loyalties/members/:memberId/pending-points/:pendingPointsId/cancel",
    least: {},
    most: {},
    at: { pendingPointsId: "pending.1" },
  },
];
