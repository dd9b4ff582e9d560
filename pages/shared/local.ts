const LOCAL = ["127.0.0.1", "localhost", "[::1]"];

/** Whether this is the local start, whose keys are printed for everybody and open nothing else. */
export const isLocal = LOCAL.includes(location.hostname);
