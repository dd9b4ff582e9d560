import { CATALOGUE, CATALOGUE_OTHERWISE } from "./catalogue-exceptions";
import { DECIDING } from "./deciding-exceptions";
import type { Exception, Otherwise } from "./exception";
import { LOYALTY, LOYALTY_OTHERWISE } from "./loyalty-exceptions";
import { PROJECT, PROJECT_OTHERWISE } from "./project-exceptions";
import { VOUCHERS, VOUCHERS_OTHERWISE } from "./voucher-exceptions";

/** Each list is held by the test of its area, which sees that none is idle. */
export const EXCEPTIONS: readonly Exception[] = [
  ...CATALOGUE,
  ...LOYALTY,
  ...PROJECT,
  ...VOUCHERS,
  ...DECIDING,
];

/** Operations that answer otherwise as a whole. */
export const OTHERWISE: Record<string, Otherwise> = {
  ...CATALOGUE_OTHERWISE,
  ...LOYALTY_OTHERWISE,
  ...PROJECT_OTHERWISE,
  ...VOUCHERS_OTHERWISE,
};
