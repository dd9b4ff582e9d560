import type { Exception, Otherwise } from "./exception";

/** Vouchers, campaigns and promotions, and what is decided of them. */
export const SELLING: readonly Exception[] = [];

export const SELLING_OTHERWISE: Record<string, Otherwise> = {};
