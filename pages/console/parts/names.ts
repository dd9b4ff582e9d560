import { useQuery } from "@tanstack/preact-query";
import { server } from "../session";
import { findProduct } from "./search";

const nameOf: Record<string, (id: string) => Promise<string | null | undefined>> = {
  seg: async (segmentId) => {
    const params = { path: { segmentId } };
    return (await server().GET("/v1/segments/{segmentId}", { params })).data?.name;
  },
  pc: async (productCollectionId) => {
    const params = { path: { productCollectionId } };
    const call = server().GET("/v1/product-collections/{productCollectionId}", { params });
    return (await call).data?.name;
  },
  loc: async (locationId) => {
    const params = { path: { locationId } };
    return (await server().GET("/v1/locations/{locationId}", { params })).data?.name;
  },
  sku: async (skuId) => {
    const params = { path: { skuId } };
    const { data } = await server().GET("/v1/skus/{skuId}", { params });
    return data?.sku ?? data?.source_id;
  },
  prod: async (id) => (await findProduct(id))?.name,
  camp: async (campaignId) => {
    const params = { path: { campaignId } };
    return (await server().GET("/v1/campaigns/{campaignId}", { params })).data?.name;
  },
  v: async (code) => {
    const params = { path: { code } };
    return (await server().GET("/v1/vouchers/{code}", { params })).data?.code;
  },
};

/** Names of things by their ids, whose prefix says what each is; an id stands for itself until then. */
export function useNames(ids: readonly string[]): (id: string) => string {
  const known = ids.filter((id) => nameOf[id.split("_")[0] ?? ""]);
  const { data } = useQuery({
    queryKey: ["names", ...known],
    queryFn: async () =>
      new Map(
        await Promise.all(
          known.map(async (id) => {
            const name = await nameOf[id.split("_")[0] ?? ""]?.(id);
            return [id, name ?? id] as const;
          }),
        ),
      ),
    enabled: known.length > 0,
    staleTime: 60_000,
  });
  return (id) => data?.get(id) ?? id;
}
