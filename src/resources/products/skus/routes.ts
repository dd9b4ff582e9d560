import { route } from "../../../http/route";
import { Sku } from "./schema";
import { getSku } from "./store";
import { viewSku } from "./view";

export const skus = [
  route(
    "GET",
    "/:skuId",
    { summary: "Get a SKU by id or source id", answer: Sku, errors: ["not_found"] },
    async (scope, { params }) => viewSku(await getSku(scope, params.skuId)),
  ),
];
