import type { Scope } from "../../../scope/scope";
import { listMemberActivity } from "../../events/member-activity";
import type { MemberActivityQuery } from "../../events/schema";
import { refuseOther } from "../members/cards";

/** What happened to a loyalty card, of a program or of any, and to who holds it. */
export const listActivityOfCard = (
  scope: Scope,
  card: { name: string; program: string | null },
  query: MemberActivityQuery,
) => listMemberActivity(scope, card.name, query, (found) => refuseOther(found, card));
