import { Hono } from "hono";
import * as z from "zod";
import { type AppEnv, scopeOf } from "../../http/app-env";
import { operation } from "../../http/openapi";
import { viewList } from "../../http/page";
import { respond } from "../../http/respond";
import { body, params, query } from "../../http/validate";
import { Category } from "../../model/category";
import { listCategories } from "./list";
import { CategoryCreate, CategoryList, CategoryQuery, CategoryUpdate } from "./schema";
import { getCategory } from "./store";
import { viewCategory } from "./view";
import { changeCategory, createCategory, removeCategory } from "./write";

const ById = z.object({ categoryId: z.string() });

export const categories = new Hono<AppEnv>()
  .post(
    "/",
    operation({
      summary: "Create a category",
      answer: Category,
      errors: ["duplicate_found", "multiple_requests"],
    }),
    body(CategoryCreate),
    async (c) => respond(c, await createCategory(scopeOf(c), c.req.valid("json"))),
  )
  .get(
    "/",
    operation({
      summary: "List categories",
      answer: CategoryList,
      errors: ["invalid_query_params"],
    }),
    query(CategoryQuery),
    async (c) => {
      const { items, total, has_more } = await listCategories(scopeOf(c), c.req.valid("query"));
      return c.json({ ...viewList("data", { items: items.map(viewCategory), total }), has_more });
    },
  )
  .get(
    "/:categoryId",
    operation({ summary: "Get a category", answer: Category, errors: ["not_found"] }),
    params(ById),
    async (c) =>
      c.json(viewCategory(await getCategory(scopeOf(c), c.req.valid("param").categoryId))),
  )
  .put(
    "/:categoryId",
    operation({
      summary: "Update a category",
      answer: Category,
      errors: ["not_found", "duplicate_found", "multiple_requests"],
    }),
    params(ById),
    body(CategoryUpdate),
    async (c) =>
      respond(
        c,
        await changeCategory(scopeOf(c), c.req.valid("param").categoryId, c.req.valid("json")),
      ),
  )
  .delete(
    "/:categoryId",
    operation({
      summary: "Delete a category",
      answer: null,
      errors: ["not_found", "multiple_requests"],
    }),
    params(ById),
    async (c) => respond(c, await removeCategory(scopeOf(c), c.req.valid("param").categoryId)),
  );
