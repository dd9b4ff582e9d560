import { route } from "../../http/route";
import { readFeed } from "./feed";
import { EventFeed, FeedQuery } from "./schema";

/** All events of a project by their numbers, for receivers that missed some. */
export const eventFeed = [
  route(
    "GET",
    "/",
    {
      summary: "List all events after a number, in the envelope of webhooks",
      can: "api",
      query: FeedQuery,
      answer: EventFeed,
      errors: ["invalid_query_params"],
    },
    (scope, { query }) => readFeed(scope, query),
  ),
];
