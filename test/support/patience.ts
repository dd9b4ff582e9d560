/**
 * How a test waits for what the service does behind an answer: until it is so. The bound only ends a
 * test that would hang, on a machine however busy.
 */
export const PATIENCE = { timeout: 240_000, interval: 50 };
