/**
 * The headers of each family that open the shop of the storefront. Its page holds them, and the local
 * start alone seeds them: they are no secrets of any deployment.
 */
export const shopHeaders = {
  server: { "X-App-Id": "shop-app", "X-App-Token": "shop-app-token" },
  client: { "X-Client-Application-Id": "shop-client", "X-Client-Token": "shop-client-token" },
};
