import type { ActionStep } from "../resources/async-actions/store";

/** Type of background work -> its step. New work is a file in its resource and a row here. */
export const ACTIONS: Record<string, ActionStep> = {};
