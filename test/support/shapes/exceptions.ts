import { CATALOGUE, CATALOGUE_OTHERWISE } from "./catalogue-exceptions";
import { DECIDING } from "./deciding-exceptions";
import type { Exception, Otherwise } from "./exception";
import { LOYALTY, LOYALTY_OTHERWISE } from "./loyalty-exceptions";
import { VOUCHERS, VOUCHERS_OTHERWISE } from "./voucher-exceptions";

/** Each list is held by the test of its area, which sees that none is idle. */
export const EXCEPTIONS: readonly Exception[] = [
  ...CATALOGUE,
  ...LOYALTY,
  ...VOUCHERS,
  ...DECIDING,
];

/** Operations that answer otherwise as a whole. */
export const OTHERWISE: Record<string, Otherwise> = {
  ...CATALOGUE_OTHERWISE,
  ...LOYALTY_OTHERWISE,
  ...VOUCHERS_OTHERWISE,
};
