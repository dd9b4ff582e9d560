import type { Exception, Otherwise } from "./exception";
import { LOYALTY, LOYALTY_OTHERWISE } from "./loyalty-exceptions";
import { SELLING, SELLING_OTHERWISE } from "./selling-exceptions";

/** Each list is held by the test of its area, which sees that none is idle. */
export const EXCEPTIONS: readonly Exception[] = [...LOYALTY, ...SELLING];

/** Operations that answer otherwise as a whole. */
export const OTHERWISE: Record<string, Otherwise> = { ...LOYALTY_OTHERWISE, ...SELLING_OTHERWISE };
