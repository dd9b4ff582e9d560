/**
 * Every operation that is mounted, by hand. A route that is not here is not meant to be reachable;
 * one that is here and not mounted is missing.
 */
export const OPERATIONS = [
  // vouchers
  "POST /v1/vouchers",
  "GET /v1/vouchers",
  "POST /v1/vouchers/:code",
  "GET /v1/vouchers/:code",
  "PUT /v1/vouchers/:code",
  "DELETE /v1/vouchers/:code",
  "POST /v1/vouchers/:code/enable",
  "POST /v1/vouchers/:code/disable",
  "POST /v1/vouchers/:code/balance",
  "GET /v1/vouchers/:code/transactions",
  "POST /v1/vouchers/:code/redemption",
  "POST /v1/vouchers/:code/validate",
  "GET /v1/vouchers/:code/redemption",
  "GET /v1/vouchers/:code/redemptions",

  // validation rules
  "POST /v1/validation-rules",
  "GET /v1/validation-rules",
  "GET /v1/validation-rules/:validationRuleId",
  "PUT /v1/validation-rules/:validationRuleId",
  "DELETE /v1/validation-rules/:validationRuleId",
  "POST /v1/validation-rules/:validationRuleId/assignments",
  "GET /v1/validation-rules/:validationRuleId/assignments",
  "DELETE /v1/validation-rules/:validationRuleId/assignments/:assignmentId",
  "GET /v1/validation-rules-assignments",

  // validating and redeeming
  "POST /v1/validations",
  "POST /v1/redemptions",
  "GET /v1/redemptions",
  "GET /v1/redemptions/:id",
  "POST /v1/redemptions/:id/rollback",
  "POST /v1/redemptions/:id/rollbacks",

  // customers
  "POST /v1/customers",
  "GET /v1/customers",
  "GET /v1/customers/:customerId",
  "PUT /v1/customers/:customerId",
  "DELETE /v1/customers/:customerId",

  // work in the background
  "GET /v1/async-actions",
  "GET /v1/async-actions/:asyncActionId",

  // a shopper's device
  "POST /client/v1/validations",
  "POST /client/v1/redeem",
  "POST /client/v1/redemptions",

  // administration
  "POST /management/v1/projects",
  "GET /management/v1/projects",
  "GET /management/v1/projects/:projectId",
  "PUT /management/v1/projects/:projectId",
  "POST /management/v1/projects/:projectId/api-keys",
  "GET /management/v1/projects/:projectId/api-keys",
  "GET /management/v1/projects/:projectId/api-keys/:keyId",
  "DELETE /management/v1/projects/:projectId/api-keys/:keyId",
  "POST /management/v1/projects/:projectId/api-keys/:keyId/rotate",
  "POST /management/v1/projects/:projectId/api-keys/:keyId/block",
  "POST /management/v1/projects/:projectId/api-keys/:keyId/unblock",

  // no keys needed
  "GET /",
  "GET /openapi.json",
  "GET /assets/qr/:id",
  "GET /assets/barcode/:id",
];
