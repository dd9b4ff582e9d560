/** The headers of each family that open the demo project, which exists only where the local start made it. */
export const demoHeaders = {
  server: { "X-App-Id": "demo-app", "X-App-Token": "demo-app-token" },
  client: { "X-Client-Application-Id": "demo-client", "X-Client-Token": "demo-client-token" },
  management: {
    "X-Management-Id": "demo-management",
    "X-Management-Token": "demo-management-token",
  },
};
