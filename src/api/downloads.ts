import type { Section } from "../http/mount";
import { exportDownloads } from "../resources/exports/download-routes";

/** Files behind signed links, which need no keys. */
export const downloads: Section = {
  family: null,
  base: "/v1",
  lists: [["/exports", exportDownloads]],
};
