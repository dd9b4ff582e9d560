import type * as z from "zod";
import type { Answer, Success } from "../commit/answer";
import type { ErrorKey } from "../errors";
import type { Can } from "../model/permissions";
import type { PlatformScope, Scope } from "../scope/scope";

export type Method = "GET" | "POST" | "PUT" | "DELETE";
type Format = "csv" | "json";

type NameIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NameIn<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** The parameters that a path names, as texts. */
type InPath<Path extends string> = Record<NameIn<Path>, string>;

/** What a request brings to a verb, read by the schemas of its operation. */
interface Read<P, Q, B> {
  params: P;
  query: Q;
  body: B;
}

/** A browser also says which page it calls from; apps send none. */
interface ReadOfClient<P, Q, B> extends Read<P, Q, B> {
  origin: string | undefined;
}

interface ReadUpload<P> extends Read<P, unknown, unknown> {
  file: Uint8Array;
}

/** What a verb of any operation is given. */
export interface Sent extends Read<unknown, unknown, unknown> {
  origin?: string | undefined;
  file?: Uint8Array;
}

/** What is behind a signed link needs no keys, so that it has no scope. `now` is epoch milliseconds. */
export interface Visit {
  db: PlatformScope["db"];
  files: R2Bucket;
  secret: string;
  now: number;
}

/** A file as it leaves; where it has a name, it is saved under that. */
export interface FileAnswer {
  content: string | ReadableStream;
  name?: string;
}

interface Told {
  summary: string;
  /** Keys that this operation can answer beside those that its family and method can. */
  errors?: readonly ErrorKey[];
  /** Who may call it, where family and path do not tell (`canOf`). */
  can?: Can;
}

interface Answering extends Told {
  /** Schema of the answer; null for a 204 without body. */
  answer: z.ZodType | null;
  /** 202 where the work goes on in the background, if the answer does not tell whether it does. */
  status?: Success;
}

interface Declared<P, Q, B> extends Answering {
  /** Only where the path's parameters are more than texts. */
  params?: z.ZodType<P>;
  query?: z.ZodType<Q>;
  body?: z.ZodType<B>;
}

/** What a file is, and the headers that it leaves with. */
export interface FileKind {
  description: string;
  type: string;
  /** Where the header says more than the type. */
  contentType?: string;
  cacheControl: string;
}

interface DeclaredFile<Q> extends Told {
  query?: z.ZodType<Q>;
  file: FileKind;
}

/**
 * What runs an operation. Methods, so that a list holds verbs of all types: what a verb is given has
 * been read by the schemas that its type was taken from.
 */
type Run =
  | { within: "project"; verb(scope: Scope, sent: Sent): Answered }
  | { within: "deployment"; verb(scope: PlatformScope, sent: Sent): Answered }
  | { within: "link"; verb(visit: Visit, sent: Sent): Promise<FileAnswer> };

type Answered = Answer | Promise<Answer>;

/** An operation as it stands in the table: what is told of it, what it reads, and what it runs. */
export interface Operation {
  method: Method;
  /** Below the place where its list is mounted. */
  path: string;
  summary: string;
  can: Can | null;
  params: z.ZodType | null;
  query: z.ZodType | null;
  body: z.ZodType | null;
  upload: Format | null;
  answer: z.ZodType | null;
  file: FileKind | null;
  /** What is left of an answer by its allow-list; only browsers' operations have one. */
  shape: ((answer: Answer) => Answer) | null;
  status: Success;
  errors: readonly ErrorKey[];
  run: Run;
}

const blank = {
  params: null,
  query: null,
  body: null,
  upload: null,
  answer: null,
  file: null,
  shape: null,
  status: 200,
  errors: [],
  can: null,
} as const;

/** An operation inside a project: JSON in, JSON out. */
export const route = <Path extends string, Q, B, P = InPath<Path>>(
  method: Method,
  path: Path,
  declared: Declared<P, Q, B>,
  verb: (scope: Scope, sent: Read<P, Q, B>) => Answered,
): Operation => ({ ...blank, ...declared, method, path, run: { within: "project", verb } });

/** An operation for browsers has an allow-list of what they may be told. */
export interface ClientOperation extends Operation {
  shape: (answer: Answer) => Answer;
}

interface DeclaredForClient<P, Q, B> extends Omit<Declared<P, Q, B>, "answer"> {
  answer: z.ZodType<Answer>;
}

/** The same for a shopper's device: of what the verb answers only leaves what the schema names. */
export const clientRoute = <Path extends string, Q, B, P = InPath<Path>>(
  method: Method,
  path: Path,
  declared: DeclaredForClient<P, Q, B>,
  verb: (scope: Scope, sent: ReadOfClient<P, Q, B>) => Answered,
): ClientOperation => {
  const shape = (answer: Answer) => declared.answer.parse(answer);
  return { ...blank, ...declared, method, path, shape, run: { within: "project", verb } };
};

/** The same above all projects, for management alone. */
export const platformRoute = <Q, B>(
  method: Method,
  path: string,
  declared: Declared<unknown, Q, B>,
  verb: (scope: PlatformScope, sent: Read<unknown, Q, B>) => Answered,
): Operation => ({ ...blank, ...declared, method, path, run: { within: "deployment", verb } });

/**
 * A POST that reads a file in place of JSON: CSV as the part `file` of a form or as the body itself,
 * JSON as the body (`http/upload.ts`).
 */
export const upload = <Path extends string>(
  format: Format,
  path: Path,
  declared: Answering,
  verb: (scope: Scope, sent: ReadUpload<InPath<Path>>) => Answered,
): Operation => ({
  ...blank,
  ...declared,
  method: "POST",
  path,
  upload: format,
  run: { within: "project", verb },
});

/** A GET that answers a file to whoever has its link: no keys are asked for. */
export const download = <Path extends string, Q>(
  path: Path,
  declared: DeclaredFile<Q>,
  verb: (visit: Visit, sent: Read<InPath<Path>, Q, unknown>) => Promise<FileAnswer>,
): Operation => ({ ...blank, ...declared, method: "GET", path, run: { within: "link", verb } });
