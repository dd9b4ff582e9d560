import { ApiError } from "../errors";
import { type TimeWindow, windowDefects } from "../model/time-window";

/**
 * Refuses windows that make no sense (`windowDefects`); `at` names the object that has the window,
 * with its dot.
 */
export function refuseWindow(window: TimeWindow, at = ""): void {
  const defect = windowDefects(window)[0];
  if (!defect) return;
  throw new ApiError("invalid_payload", {
    details: `Property ${at}.${defect.path} ${defect.reason}`,
  });
}
