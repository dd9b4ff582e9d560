const INNER = new Set(["client", "request", "requestController"]);

type Any = Record<string, unknown>;
const isObject = (value: unknown): value is Any => typeof value === "object" && value !== null;

/** Own and inherited names, but for those of plain objects. */
function namesOf(value: Any): string[] {
  const kind = Object.getPrototypeOf(value);
  const inherited = kind === Object.prototype ? [] : Object.getOwnPropertyNames(kind);
  return [...new Set([...Object.getOwnPropertyNames(value), ...inherited])].filter(
    (name) => name !== "constructor" && !INNER.has(name) && !/[_?]$/.test(name),
  );
}

/** The methods of an SDK, written like `vouchers.balance.create`. */
export function methodsOf(value: unknown, at: readonly string[] = []): string[] {
  if (!isObject(value)) return [];
  return namesOf(value).flatMap((name) =>
    typeof value[name] === "function"
      ? [[...at, name].join(".")]
      : at.length < 3
        ? methodsOf(value[name], [...at, name])
        : [],
  );
}

/** The SDK itself, which adds what is called of it to `asked`. */
export function noting<T extends object>(
  sdk: T,
  asked: { add: (method: string) => unknown },
  at: readonly string[] = [],
): T {
  return new Proxy(sdk, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      const path = [...at, String(name)];
      if (typeof value === "function") {
        return (...given: unknown[]) => {
          asked.add(path.join("."));
          return value.apply(target, given);
        };
      }
      return isObject(value) ? noting(value, asked, path) : value;
    },
  });
}
