import { shownAs, viewList } from "../../http/page";
import { route } from "../../http/route";
import { Category } from "../../model/category";
import { listCategories } from "./list";
import { CategoryCreate, CategoryList, CategoryQuery, CategoryUpdate } from "./schema";
import { getCategory } from "./store";
import { viewCategory } from "./view";
import { changeCategory, createCategory, removeCategory } from "./write";

export const categories = [
  route(
    "POST",
    "/",
    {
      summary: "Create a category",
      body: CategoryCreate,
      answer: Category,
      errors: ["duplicate_found", "multiple_requests"],
    },
    (scope, { body }) => createCategory(scope, body),
  ),
  route(
    "GET",
    "/",
    {
      summary: "List categories",
      query: CategoryQuery,
      answer: CategoryList,
      errors: ["invalid_query_params"],
    },
    async (scope, { query }) => {
      return viewList("data", shownAs(await listCategories(scope, query), viewCategory));
    },
  ),
  route(
    "GET",
    "/:categoryId",
    { summary: "Get a category", answer: Category, errors: ["not_found"] },
    async (scope, { params }) => viewCategory(await getCategory(scope, params.categoryId)),
  ),
  route(
    "PUT",
    "/:categoryId",
    {
      summary: "Update a category",
      body: CategoryUpdate,
      answer: Category,
      errors: ["not_found", "duplicate_found", "multiple_requests"],
    },
    (scope, { params, body }) => changeCategory(scope, params.categoryId, body),
  ),
  route(
    "DELETE",
    "/:categoryId",
    {
      summary: "Delete a category",
      answer: null,
      errors: ["not_found", "multiple_requests"],
    },
    (scope, { params }) => removeCategory(scope, params.categoryId),
  ),
];
