import { keepPreviousData, useQuery } from "@tanstack/preact-query";
import { answerOf } from "../../../../clients/typescript/src";
import { locationsNamed } from "../../../../src/engine/geo/named";
import { collectionsIn } from "../../../../src/engine/rules/collections";
import type { LocationShape } from "../../../../src/model/location";
import { server, useProject } from "../../session";
import { findProduct } from "../search";
import { productGoods } from "./lines";
import type { SampleCustomer, SampleGoods } from "./sample";
import type { Known } from "./trial";

const MOST = 50;

async function customerOf({ id }: SampleCustomer): Promise<Known["customer"]> {
  const path = { params: { path: { customerId: id } } };
  const [customer, segments] = await Promise.all([
    answerOf(server().GET("/v1/customers/{customerId}", path)),
    answerOf(server().GET("/v1/customers/{customerId}/segments", path)),
  ]);
  return {
    metadata: customer.metadata ?? {},
    birthdate: customer.birthdate ?? null,
    segments: segments.data.map((segment) => segment.id),
  };
}

async function collectionOf(id: string): Promise<Known["collections"][number] | null> {
  const params = { path: { productCollectionId: id } };
  const { data } = await server().GET("/v1/product-collections/{productCollectionId}", { params });
  if (!data) return null;
  return data.type === "STATIC"
    ? { id, filter: null, members: data.products.map((member) => member.id) }
    : { id, filter: data.filter, members: [] };
}

/** A product that the collection has, to complete a cart with. */
async function memberOf(id: string): Promise<[SampleGoods, string] | null> {
  const params = { path: { productCollectionId: id }, query: { limit: 1 } };
  const call = server().GET("/v1/product-collections/{productCollectionId}/products", { params });
  const [first] = (await call).data?.data ?? [];
  return first?.object === "product" ? [productGoods(first), id] : null;
}

async function goodsNamed(id: string): Promise<[SampleGoods, null] | null> {
  const product = await findProduct(id);
  return product && [productGoods(product), null];
}

/** Ids of the products that a definition names, each once. */
const productsIn = (definition: unknown): string[] => [
  ...new Set(JSON.stringify(definition).match(/prod_\w+/g)),
];

/** The cast holds: points are pairs, which the document of the API calls lists of numbers. */
const shape = (told: unknown): LocationShape => told as LocationShape;

async function placeOf(id: string): Promise<[string, LocationShape] | null> {
  const params = { path: { locationId: id } };
  const { data } = await server().GET("/v1/locations/{locationId}", { params });
  return data ? [id, shape(data.shape)] : null;
}

/** What an older browser lacks of the calendar comes along only there. */
async function calendar(): Promise<void> {
  if (!("Temporal" in globalThis)) await import("temporal-polyfill/global");
}

interface Named {
  customer: SampleCustomer | null;
  products: readonly string[];
  collections: readonly string[];
  places: readonly string[];
}

async function load({ customer, products, collections, places }: Named) {
  const few = collections.slice(0, MOST);
  const [known, groups, goods, found] = await Promise.all([
    customer && customerOf(customer),
    Promise.all(few.map(collectionOf)),
    Promise.all([...products.slice(0, MOST).map(goodsNamed), ...few.map(memberOf)]),
    Promise.all(places.slice(0, MOST).map(placeOf)),
    calendar(),
  ]);
  return {
    customer: known,
    collections: groups.filter((each) => each !== null),
    goods: new Map(goods.filter((each) => each !== null)),
    shapes: new Map(found.filter((each) => each !== null)),
  };
}

/** What has to be asked of the service before a definition can be tried here; null until then. */
export function useKnown(definition: unknown, customer: SampleCustomer | null) {
  const { currency, timezone = "UTC" } = useProject();
  const named = {
    customer,
    products: productsIn(definition),
    collections: collectionsIn(definition),
    places: locationsNamed(definition),
  };
  const { data, error } = useQuery({
    queryKey: ["known", named],
    queryFn: () => load(named),
    placeholderData: keepPreviousData,
  });
  const known: Known | null = data
    ? { ...data, currency, clock: { now: Date.now(), timeZone: timezone } }
    : null;
  return { known, error };
}
