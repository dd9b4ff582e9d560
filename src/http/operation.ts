import type * as z from "zod";
import type { Answer, SuccessStatus } from "../commit/answer";
import type { ErrorKey } from "../errors";
import type { Can } from "../model/permissions";
import type { PlatformScope, Scope } from "../scope/scope";

export type Method = "GET" | "POST" | "PUT" | "DELETE";
export type Format = "csv" | "json";
/** A limit of its own for an operation, beside that of its family (`http/rate.ts`). */
export type Rate = "token";

/** What a request brings to a verb, read by the schemas of its operation. */
export interface Read<P, Q, B> {
  params: P;
  query: Q;
  body: B;
}

/** A browser also says which page it calls from; apps send none. */
export interface ReadOfClient<P, Q, B> extends Read<P, Q, B> {
  origin: string | undefined;
}

export interface ReadUpload<P> extends Read<P, unknown, unknown> {
  file: Uint8Array;
}

/** What any operation gives to its verb. */
export interface Sent extends Read<unknown, unknown, unknown> {
  origin?: string | undefined;
  file?: Uint8Array;
}

/**
 * What is behind a signed link needs no keys, so that it has no scope. `now` is epoch milliseconds.
 */
export interface Visit {
  /** Where the rows of a project are that the link names; null if it is gone. */
  databaseOf: (projectId: string) => Promise<PlatformScope["db"] | null>;
  /** Whether a key is there and not blocked, as the primary has it now. */
  isKeyOpen: (key: { projectId: string; keyId: string }) => Promise<boolean>;
  files: R2Bucket;
  secret: string;
  now: number;
}

/** A file as it leaves; where it has a name, it is saved under that. */
export interface FileAnswer {
  content: string | ReadableStream;
  name?: string;
}

/** What a file is, and the headers that it leaves with. */
export interface FileKind {
  description: string;
  type: string;
  /** Where the header says more than the type. */
  contentType?: string;
  cacheControl: string;
  /** What a browser that opens it as a document may do with it. */
  policy?: string;
}

/**
 * What runs an operation, by how much scope it has. The verbs are methods, so that one list can
 * hold verbs of all types: what each is given was read by the schemas that its type was taken from.
 */
type Run =
  | { within: "project"; verb(scope: Scope, sent: Sent): Answered }
  | { within: "deployment"; verb(scope: PlatformScope, sent: Sent): Answered }
  | { within: "report"; verb(scope: PlatformScope, sent: Sent): Promise<FileAnswer> }
  | { within: "link"; verb(visit: Visit, sent: Sent): Promise<FileAnswer> };

export type Answered = Answer | Promise<Answer>;

/** An operation as it stands in the table: what is told of it, what it reads, and what it runs. */
export interface Operation {
  method: Method;
  /** Below the place where its list is mounted. */
  path: string;
  summary: string;
  /** What new clients call instead; null where nothing is. */
  instead: string | null;
  can: Can | null;
  params: z.ZodType | null;
  query: z.ZodType | null;
  body: z.ZodType | null;
  /** A GET that changes something, as a link does that somebody follows. */
  writes: boolean;
  /** A body to begin with, as the document shows it. */
  example: object | null;
  upload: Format | null;
  /** Whether the body may come as a form that is urlencoded. */
  form: boolean;
  rate: Rate | null;
  /** Of a project, but its rows are control rows, which stand in another database than the rest. */
  isControl: boolean;
  /**
   * Whether it begins near the caller (`commit/near.ts`), with settings that may be a copy's; what
   * it does on the primary it does by those of the primary.
   */
  isNear: boolean;
  /**
   * Whether what a busy project asks the database for goes together with what others ask
   * (`db/shared.ts`).
   */
  isShared: boolean;
  answer: z.ZodType | null;
  file: FileKind | null;
  /**
   * Drops from an answer what the operation's allow-list does not name; only browsers' operations
   * have one.
   */
  shape: ((answer: Answer) => Answer) | null;
  status: SuccessStatus;
  errors: readonly ErrorKey[];
  run: Run;
}

/** An operation for browsers has an allow-list of what they may be told. */
export interface ClientOperation extends Operation {
  shape: (answer: Answer) => Answer;
}
