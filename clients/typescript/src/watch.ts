/** An entry of `Server-Timing`, for instance `d1` with its milliseconds and round trips. */
export interface Timing {
  name: string;
  ms: number | null;
  description: string;
}

/** A request and what came back. Request and response are copies, so that their bodies can be read. */
export interface Exchange {
  method: string;
  /** With its query. */
  path: string;
  request: Request;
  /** Null where none came. */
  response: Response | null;
  /** From sending until the answer began. */
  ms: number;
  timings: Timing[];
}

const ENTRY = /([^\s,;]+)((?:\s*;\s*[\w-]+=(?:"[^"]*"|[^\s,;"]+))*)/g;
const PARAMETER = /([\w-]+)=(?:"([^"]*)"|([^\s,;"]+))/g;

/** `d1;dur=1.2;desc="1 round trips", total;dur=3` as entries. */
export const timingsOf = (header: string): Timing[] =>
  [...header.matchAll(ENTRY)].map(([, name = "", rest = ""]) => {
    const facts = new Map(
      [...rest.matchAll(PARAMETER)].map(([, key = "", quoted, bare]) => [
        key,
        quoted ?? bare ?? "",
      ]),
    );
    const duration = facts.get("dur");
    return {
      name,
      ms: duration === undefined ? null : Number(duration),
      description: facts.get("desc") ?? "",
    };
  });

type Fetch = (request: Request) => Promise<Response>;

/** The same, telling `watch` of each request. */
export const watched =
  (fetch: Fetch, watch: (exchange: Exchange) => void): Fetch =>
  async (request) => {
    const copy = request.clone();
    const { pathname, search } = new URL(request.url);
    const started = performance.now();
    const tell = (response: Response | null) =>
      watch({
        method: request.method,
        path: pathname + search,
        request: copy,
        response,
        ms: performance.now() - started,
        timings: timingsOf(response?.headers.get("Server-Timing") ?? ""),
      });
    const response = await fetch(request).catch((error) => {
      tell(null);
      throw error;
    });
    tell(response.clone());
    return response;
  };
