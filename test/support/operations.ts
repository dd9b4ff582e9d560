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
  "GET /v1/vouchers/:code/publications",
  "GET /v1/vouchers/:code/sessions",
  "DELETE /v1/vouchers/:code/sessions/:sessionKey",

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
  "POST /v1/qualifications",
  "POST /v1/redemptions",
  "GET /v1/redemptions",
  "GET /v1/redemptions/:id",
  "POST /v1/redemptions/:id/rollback",
  "POST /v1/redemptions/:id/rollbacks",

  // publications
  "POST /v1/publications",
  "GET /v1/publications",
  "GET /v1/publications/create",

  // campaigns
  "POST /v1/campaigns",
  "GET /v1/campaigns",
  "GET /v1/campaigns/:campaignId",
  "PUT /v1/campaigns/:campaignId",
  "DELETE /v1/campaigns/:campaignId",
  "POST /v1/campaigns/:campaignId/enable",
  "POST /v1/campaigns/:campaignId/disable",
  "GET /v1/campaigns/:campaignId/summary",
  "POST /v1/campaigns/:campaignId/vouchers",
  "POST /v1/campaigns/:campaignId/vouchers/:code",

  // promotions
  "GET /v1/promotions/tiers",
  "GET /v1/promotions/tiers/:promotionTierId",
  "PUT /v1/promotions/tiers/:promotionTierId",
  "DELETE /v1/promotions/tiers/:promotionTierId",
  "POST /v1/promotions/tiers/:promotionTierId/enable",
  "POST /v1/promotions/tiers/:promotionTierId/disable",
  "POST /v1/promotions/:campaignId/tiers",
  "GET /v1/promotions/:campaignId/tiers",
  "GET /v1/promotions/stacks",
  "POST /v1/promotions/:campaignId/stacks",
  "GET /v1/promotions/:campaignId/stacks",
  "GET /v1/promotions/:campaignId/stacks/:stackId",
  "PUT /v1/promotions/:campaignId/stacks/:stackId",
  "DELETE /v1/promotions/:campaignId/stacks/:stackId",

  // customers
  "POST /v1/customers",
  "GET /v1/customers",
  "GET /v1/customers/:customerId",
  "PUT /v1/customers/:customerId",
  "DELETE /v1/customers/:customerId",
  "POST /v1/customers/bulk/async",
  "POST /v1/customers/metadata/async",
  "GET /v1/customers/:customerId/activity",
  "POST /v1/customers/:customerId/permanent-deletion",
  "GET /v1/customers/:customerId/redeemables",
  "GET /v1/customers/:customerId/segments",

  // the catalogue
  "POST /v1/products",
  "GET /v1/products",
  "GET /v1/products/:productId",
  "PUT /v1/products/:productId",
  "DELETE /v1/products/:productId",
  "POST /v1/products/:productId/skus",
  "GET /v1/products/:productId/skus",
  "PUT /v1/products/:productId/skus/:skuId",
  "DELETE /v1/products/:productId/skus/:skuId",
  "GET /v1/skus/:skuId",
  "POST /v1/product-collections",
  "GET /v1/product-collections",
  "GET /v1/product-collections/:productCollectionId",
  "DELETE /v1/product-collections/:productCollectionId",
  "GET /v1/product-collections/:productCollectionId/products",
  "POST /v1/categories",
  "GET /v1/categories",
  "GET /v1/categories/:categoryId",
  "PUT /v1/categories/:categoryId",
  "DELETE /v1/categories/:categoryId",
  "POST /v1/segments",
  "GET /v1/segments",
  "GET /v1/segments/:segmentId",
  "DELETE /v1/segments/:segmentId",

  // what metadata may hold
  "GET /v1/metadata-schemas",
  "GET /v1/metadata-schemas/:resource",

  // orders
  "POST /v1/orders",
  "GET /v1/orders",
  "GET /v1/orders/:orderId",
  "PUT /v1/orders/:orderId",
  "POST /v1/orders/export",

  // exports
  "POST /v1/exports",
  "GET /v1/exports",
  "GET /v1/exports/:exportId",
  "DELETE /v1/exports/:exportId",

  // imports
  "POST /v1/vouchers/importCSV",
  "POST /v1/vouchers/import",
  "POST /v1/campaigns/:campaignId/importCSV",
  "POST /v1/campaigns/:campaignId/import",
  "POST /v1/customers/importCSV",
  "POST /v1/products/importCSV",
  "POST /v1/skus/importCSV",
  "POST /v1/orders/import",

  // work in the background
  "GET /v1/async-actions",
  "GET /v1/async-actions/:asyncActionId",

  // a shopper's device
  "POST /client/v1/validations",
  "POST /client/v1/qualifications",
  "POST /client/v1/redeem",
  "POST /client/v1/redemptions",
  "POST /client/v1/publish",
  "GET /client/v1/promotions/tiers",

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
  "POST /management/v1/projects/:projectId/metadata-schemas",
  "GET /management/v1/projects/:projectId/metadata-schemas",
  "GET /management/v1/projects/:projectId/metadata-schemas/:metadataSchemaId",
  "PUT /management/v1/projects/:projectId/metadata-schemas/:metadataSchemaId",
  "DELETE /management/v1/projects/:projectId/metadata-schemas/:metadataSchemaId",
  "POST /management/v1/projects/:projectId/custom-event-schemas",
  "GET /management/v1/projects/:projectId/custom-event-schemas",
  "GET /management/v1/projects/:projectId/custom-event-schemas/:customEventSchemaId",
  "PUT /management/v1/projects/:projectId/custom-event-schemas/:customEventSchemaId",
  "DELETE /management/v1/projects/:projectId/custom-event-schemas/:customEventSchemaId",
  "GET /management/v1/projects/:projectId/stacking-rules",
  "POST /management/v1/projects/:projectId/stacking-rules",
  "PUT /management/v1/projects/:projectId/stacking-rules",
  "DELETE /management/v1/projects/:projectId/stacking-rules",

  // no keys needed
  "GET /",
  "GET /openapi.json",
  "GET /v1/exports/:exportId/download",
  "GET /assets/qr/:id",
  "GET /assets/barcode/:id",
];
