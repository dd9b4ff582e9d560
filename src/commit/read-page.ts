import type { RawRow } from "../db/client";
import { type PageRequest, pageOf, pageReads } from "../db/page";
import type { PlatformScope } from "../scope/scope";
import { load } from "./load";

/** One page of a list in one round trip, its rows read by `read`. */
export const readPage = async <T>(
  scope: PlatformScope,
  request: PageRequest,
  read: (row: RawRow) => T,
) => pageOf(await load(scope, pageReads(request)), read);
