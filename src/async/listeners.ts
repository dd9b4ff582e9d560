import type { Listener } from "../events/listeners";
import { orderPoints, tierPoints } from "../resources/loyalties/earning-rules/listen";
import { sentPoints } from "../resources/loyalties/earning-rules/listen-sent";
import { followPoints } from "../resources/loyalties/tiers/follow-points";
import { letGoOfDeleted } from "../resources/sessions/let-go";

/** Everybody who hears events. A new listener is a file in its resource and a row here. */
export const LISTENERS: readonly Listener[] = [
  letGoOfDeleted,
  orderPoints,
  tierPoints,
  sentPoints,
  followPoints,
];
