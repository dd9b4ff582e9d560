import * as z from "zod";
import { pageQuery } from "../../../http/page";

export const BucketQuery = z.object(pageQuery);
export type BucketQuery = z.infer<typeof BucketQuery>;
