import { archiveEvents } from "./sweeps/archive-events";
import {
  forgetDeadJobs,
  forgetDeliveries,
  forgetKeys,
  forgetMisses,
  forgetRestores,
  forgetTokens,
  forgetTransits,
} from "./sweeps/forget";
import { forgetActions } from "./sweeps/forget-actions";
import { forgetAudit } from "./sweeps/forget-audit";
import { forgetExports } from "./sweeps/forget-exports";
import { lookAtPlace } from "./sweeps/look-at-place";
import { beginLoyaltyNight } from "./sweeps/loyalty-night";
import { moveByDates } from "./sweeps/move-by-dates";
import { releaseHeld } from "./sweeps/release-holds";
import { removeProjects } from "./sweeps/remove-projects";
import { resumeActions } from "./sweeps/resume-actions";
import { resumeBackups } from "./sweeps/resume-backups";
import { resumeMoves } from "./sweeps/resume-moves";
import { retryJobs } from "./sweeps/retry-jobs";
import { ringForEvents } from "./sweeps/ring-for-events";
import type { Sweep } from "./sweeps/sweep";
import { callLanes, fanOutLeft, forgetUntold } from "./sweeps/webhooks";

/**
 * What is done once a minute; a sweep that fails keeps no other from running. A new one is a file
 * and a row here.
 */
export const SWEEPS: readonly Sweep[] = [
  lookAtPlace,
  ringForEvents,
  archiveEvents,
  fanOutLeft,
  callLanes,
  resumeActions,
  resumeMoves,
  resumeBackups,
  retryJobs,
  forgetKeys,
  forgetMisses,
  forgetDeadJobs,
  forgetTokens,
  forgetDeliveries,
  forgetUntold,
  forgetTransits,
  forgetRestores,
  forgetAudit,
  forgetActions,
  forgetExports,
  releaseHeld,
  moveByDates,
  removeProjects,
  beginLoyaltyNight,
];
