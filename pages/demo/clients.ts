import { serverClient, shopClient } from "@vouchsafe/client";
import { shopHeaders } from "../../scripts/demo-shop-keys";
import { type Asker, tell } from "./exchanges";

const watchAs = (by: Asker) => (exchange: Parameters<typeof tell>[1]) => void tell(by, exchange);

/** What the shop's own server would do; here the page plays both parts, and says which. */
export const backEnd = serverClient({
  id: shopHeaders.server["X-App-Id"],
  token: shopHeaders.server["X-App-Token"],
  watch: watchAs("back-end"),
});

/** What a page may do, for a shopper who has signed in or for anybody. */
export const pageOf = (customerToken: string | null) =>
  shopClient({
    id: shopHeaders.client["X-Client-Application-Id"],
    token: shopHeaders.client["X-Client-Token"],
    ...(customerToken !== null && { customerToken }),
    watch: watchAs("page"),
  });
