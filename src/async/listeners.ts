import type { Listener } from "../events/listeners";

import { eventDistributions } from "../resources/distributions/listen";
import { markPayingCards } from "../resources/loyalties/auto-redeem/listen";
import { orderPoints } from "../resources/loyalties/earning-rules/listen";
import { eventPoints } from "../resources/loyalties/earning-rules/listen-events";
import { followPoints } from "../resources/loyalties/tiers/follow-points";
import { referralConversion } from "../resources/referrals/listen";
import { referralRewards } from "../resources/referrals/listen-rewards";
import { segmentMembership } from "../resources/segments/listen";
import { letGoOfDeleted } from "../resources/sessions/let-go";

/** Everybody who hears events. A new listener is a file in its resource and a row here. */
export const LISTENERS: readonly Listener[] = [
  letGoOfDeleted,
  orderPoints,
  eventPoints,
  segmentMembership,
  followPoints,
  markPayingCards,
  referralConversion,
  referralRewards,
  eventDistributions,
];
