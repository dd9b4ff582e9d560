import type * as z from "zod";
import { type Answer, DONE, type SuccessStatus } from "../commit/answer";
import type { ErrorKey } from "../errors";
import type { Can } from "../model/permissions";
import type { PlatformScope, Scope } from "../scope/scope";
import type {
  Answered,
  ClientOperation,
  FileAnswer,
  FileKind,
  Format,
  Method,
  Operation,
  Rate,
  Read,
  ReadOfClient,
  ReadUpload,
  Visit,
} from "./operation";

type NameIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NameIn<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** The parameters that a path names, as texts. */
type InPath<Path extends string> = Record<NameIn<Path>, string>;

/**
 * The part of zod's schema type that inference needs: holding each schema against zod's whole type
 * took the compiler a third of its time.
 */
interface Schema<T> {
  readonly _zod: { readonly output: T };
}

/** The cast holds because nothing but a schema of zod has such a part. */
const asZod = <T>(schema: Schema<T>) => schema as z.ZodType<T>;

const zodOf = (schema: Schema<unknown> | null | undefined) => (schema ? asZod(schema) : null);

interface Described {
  summary: string;
  /** What new clients call instead, where only older ones still call this. */
  instead?: string;
  /** Keys that this operation can answer beside those that its family and method can. */
  errors?: readonly ErrorKey[];
  /** Who may call it, where family and path do not tell (`canOf`). */
  can?: Can;
  rate?: Rate;
  /** Its rows are control rows: keys, people and the project itself. */
  isControl?: boolean;
  /** It says yes near the caller. */
  isNear?: boolean;
  /** What a busy project asks the database for goes together with what others ask. */
  isShared?: boolean;
  /** Only for a GET that changes something. */
  writes?: boolean;
}

interface Answering extends Described {
  /** Schema of the answer; null for a 204 without body. */
  answer: Schema<unknown> | null;
  /** 202 where the work goes on in the background, if the answer does not tell whether it does. */
  status?: SuccessStatus;
}

interface Declared<P, Q, B> extends Answering {
  /** Only where the path's parameters are more than texts. */
  params?: Schema<P>;
  query?: Schema<Q>;
  body?: Schema<B>;
  /** A body to begin with, as the document shows it. */
  example?: object;
}

interface DeclaredFile<Q> extends Described {
  query?: Schema<Q>;
  file: FileKind;
}

const blank = {
  instead: null,
  params: null,
  query: null,
  body: null,
  writes: false,
  example: null,
  upload: null,
  form: false,
  rate: null,
  isControl: false,
  isNear: false,
  isShared: false,
  answer: null,
  file: null,
  shape: null,
  status: 200,
  errors: [],
  can: null,
} as const;

interface AnyDeclared extends Partial<Declared<unknown, unknown, unknown>> {
  summary: string;
  file?: FileKind;
}

/** A declaration as a row of the table, with null for what it does not say. */
const described = (declared: AnyDeclared): Omit<Operation, "method" | "path" | "run"> => ({
  ...blank,
  ...declared,
  params: zodOf(declared.params),
  query: zodOf(declared.query),
  body: zodOf(declared.body),
  answer: zodOf(declared.answer),
});

/** An operation inside a project: JSON in, JSON out. */
export const route = <Path extends string, Q, B, P = InPath<Path>>(
  method: Method,
  path: Path,
  declared: Declared<P, Q, B>,
  verb: (scope: Scope, sent: Read<P, Q, B>) => Answered,
): Operation => ({ ...described(declared), method, path, run: { within: "project", verb } });

/** A POST whose body comes as an urlencoded form, as OAuth has it, or as JSON. */
export const formRoute = <Path extends string, B>(
  path: Path,
  declared: Declared<InPath<Path>, unknown, B>,
  verb: (scope: Scope, sent: Read<InPath<Path>, unknown, B>) => Answered,
): Operation => ({ ...route("POST", path, declared, verb), form: true });

interface DeclaredForClient<P, Q, B> extends Omit<Declared<P, Q, B>, "answer"> {
  /** Null for a 204 without body. */
  answer: Schema<Answer> | null;
}

/** The same for a shopper's device: of what the verb answers only leaves what the schema names. */
export const clientRoute = <Path extends string, Q, B, P = InPath<Path>>(
  method: Method,
  path: Path,
  declared: DeclaredForClient<P, Q, B>,
  verb: (scope: Scope, sent: ReadOfClient<P, Q, B>) => Answered,
): ClientOperation => {
  const allowed = declared.answer && asZod(declared.answer);
  const shape = (answer: Answer) => (allowed ? allowed.parse(answer) : DONE);
  return { ...described(declared), method, path, shape, run: { within: "project", verb } };
};

/** The same above all projects, for management alone. */
export const platformRoute = <Path extends string, Q, B, P = InPath<Path>>(
  method: Method,
  path: Path,
  declared: Declared<P, Q, B>,
  verb: (scope: PlatformScope, sent: Read<P, Q, B>) => Answered,
): Operation => ({ ...described(declared), method, path, run: { within: "deployment", verb } });

/**
 * A POST that reads a file in place of JSON: CSV as the part `file` of a form or as the body
 * itself, JSON as the body (`http/upload.ts`).
 */
export const upload = <Path extends string>(
  format: Format,
  path: Path,
  declared: Answering,
  verb: (scope: Scope, sent: ReadUpload<InPath<Path>>) => Answered,
): Operation => ({
  ...described(declared),
  method: "POST",
  path,
  upload: format,
  run: { within: "project", verb },
});

/** A GET of management above all projects that answers a file. */
export const report = <Q>(
  path: string,
  declared: DeclaredFile<Q>,
  verb: (scope: PlatformScope, sent: Read<unknown, Q, unknown>) => Promise<FileAnswer>,
): Operation => ({ ...described(declared), method: "GET", path, run: { within: "report", verb } });

/** A GET that answers a file to whoever has its link: no keys are asked for. */
export const download = <Path extends string, Q>(
  path: Path,
  declared: DeclaredFile<Q>,
  verb: (visit: Visit, sent: Read<InPath<Path>, Q, unknown>) => Promise<FileAnswer>,
): Operation => ({ ...described(declared), method: "GET", path, run: { within: "link", verb } });
