import type { Schemas } from "./families.ts";

/** What every failure says: `key` is stable, `details` is for people. */
export type ErrorBody = Schemas["Error"];

/** A refusal of the service, or an answer that is none of its own (`body` is null). */
export class ServiceError extends Error {
  override readonly name = "ServiceError";
  readonly status: number;
  readonly body: ErrorBody | null;
  readonly response: Response;

  constructor(response: Response, body: ErrorBody | null) {
    super(body?.message ?? `The answer has status ${response.status} and no error body`);
    this.status = response.status;
    this.body = body;
    this.response = response;
  }

  get key(): string | null {
    return this.body?.key ?? null;
  }
}

const isErrorBody = (value: unknown): value is ErrorBody =>
  typeof value === "object" && value !== null && "key" in value && "message" in value;

/** What a call answers. */
export type Answered<Data> =
  | { data: Data; error?: never; response: Response }
  | { data?: never; error: unknown; response: Response };

/** The data of a call, where a refusal throws: `await answerOf(client.GET("/v1/vouchers"))`. */
export async function answerOf<Data>(call: Promise<Answered<Data>>): Promise<Data> {
  const { data, error, response } = await call;
  if (response.ok) return whole(data);
  throw new ServiceError(response, isErrorBody(error) ? error : null);
}

/** The cast holds: a call that went well has the data of its type, which is undefined for a 204. */
const whole = <Data>(data: Data | undefined): Data => data as Data;
