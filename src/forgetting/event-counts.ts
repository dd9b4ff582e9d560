import type { Found } from "./place";

const CUSTOM_EVENT = "customer.custom_event";

/** Events that the shop itself has sent; what the service has told of is not counted. */
export const countedKinds = (kinds: readonly string[]): Found => ({
  events: kinds.filter((kind) => kind === CUSTOM_EVENT).length,
});
