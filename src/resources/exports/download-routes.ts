import * as z from "zod";
import { download } from "../../http/route";
import { openDownload } from "./download";

const Signed = z.object({ token: z.string().optional() });

/** Behind a signed link: it needs no keys. */
export const exportDownloads = [
  download(
    "/:exportId/download",
    {
      summary: "Download the file of an export",
      query: Signed,
      file: {
        description: "A CSV file",
        type: "text/csv",
        contentType: "text/csv; charset=utf-8",
        cacheControl: "private, no-store",
      },
      errors: ["unauthorized", "not_found"],
    },
    (visit, { params, query }) => openDownload(visit, params.exportId, query.token),
  ),
];
