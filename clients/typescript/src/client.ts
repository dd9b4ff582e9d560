import createClient, {
  type FetchOptions,
  type ParamsOption,
  type ParseAs,
  type ParseAsResponse,
} from "openapi-fetch";
import type {
  ErrorResponse,
  FilterKeys,
  HttpMethod,
  IsOperationRequestBodyOptional,
  OperationRequestBodyContent,
  PathsWithMethod,
  RequiredKeysOf,
  SuccessResponse,
} from "openapi-typescript-helpers";
import { type Exchange, watched } from "./watch.ts";
import { bodyOf, queryOf } from "./wire.ts";

/** What clients of all families take. */
export interface Face {
  /** Where the service is; without it, where the page is. */
  baseUrl?: string;
  /** Hears of every request when its answer has begun, or has failed to. */
  watch?: (exchange: Exchange) => void;
  /** In place of the platform's own. */
  fetch?: (request: Request) => Promise<Response>;
}

type Operation<Paths extends object, Path extends keyof Paths, Method extends HttpMethod> =
  FilterKeys<Paths[Path], Method> extends infer Found extends Record<string, unknown>
    ? Found
    : never;

/** A file that is imported is a text, or bytes that nobody has read: a `File` of a form, for one. */
type Sendable<Content> = Content extends string
  ? string | Blob
  : Content extends { file: string }
    ? { file: string | Blob }
    : Content;

/** The body as the document has it; the library's own drops properties that are always null. */
type Body<Op> = [OperationRequestBodyContent<Op>] extends [never]
  ? { body?: never }
  : IsOperationRequestBodyOptional<Op> extends true
    ? { body?: Sendable<OperationRequestBodyContent<Op>> }
    : { body: Sendable<OperationRequestBodyContent<Op>> };

/** What a call takes: exactly what its operation does, so that a misspelt parameter is an error. */
type Needed<Op> = ParamsOption<Op> & Body<Op>;

type Sent<Op, Read extends ParseAs> = Needed<Op> &
  Omit<FetchOptions<Op>, "params" | "body" | "parseAs"> & { parseAs?: Read };

type Json = "application/json";

type ResponsesOf<Op> = Op extends { responses: infer Found extends Record<number, unknown> }
  ? Found
  : never;

/** What a call answers, read as it asked for. */
type Answer<Op, Read extends ParseAs> =
  | {
      data: ParseAsResponse<SuccessResponse<ResponsesOf<Op>, Json>, { parseAs: Read }>;
      error?: never;
      response: Response;
    }
  | { data?: never; error: ErrorResponse<ResponsesOf<Op>, Json>; response: Response };

type Call<Paths extends object, Method extends HttpMethod> = <
  Path extends PathsWithMethod<Paths, Method>,
  Read extends ParseAs = "json",
>(
  path: Path,
  ...sent: RequiredKeysOf<Needed<Operation<Paths, Path, Method>>> extends never
    ? [sent?: Sent<Operation<Paths, Path, Method>, Read>]
    : [sent: Sent<Operation<Paths, Path, Method>, Read>]
) => Promise<Answer<Operation<Paths, Path, Method>, Read>>;

/**
 * The operations of one family. Each answers `{ data, response }`, or `{ error, response }` with the
 * service's error body; only a request that got no answer throws.
 */
export interface Client<Paths extends object> {
  GET: Call<Paths, "get">;
  POST: Call<Paths, "post">;
  PUT: Call<Paths, "put">;
  PATCH: Call<Paths, "patch">;
  DELETE: Call<Paths, "delete">;
}

/**
 * The cast holds: the same functions take and answer the same values. The library's own types let
 * parameters pass that no operation has.
 */
const exact = <Paths extends object>(client: unknown): Client<Paths> => client as Client<Paths>;

export const clientOf = <Paths extends object>(
  { baseUrl = "", watch, fetch = (request) => globalThis.fetch(request) }: Face,
  headers: Record<string, string>,
): Client<Paths> =>
  exact<Paths>(
    createClient<Paths>({
      baseUrl,
      headers,
      fetch: watch ? watched(fetch, watch) : fetch,
      querySerializer: queryOf,
      bodySerializer: bodyOf,
    }),
  );
