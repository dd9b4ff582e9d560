/** All that the maker of the OpenAPI document takes of zod's core: the rest of it brings 50 languages. */
export { toJSONSchema } from "zod";
