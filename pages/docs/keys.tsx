import { demoHeaders } from "../../scripts/demo-keys";
import { isLocal } from "../shared/local";
import { TextField } from "../shared/parts/field";
import { setting, storage } from "../shared/setting";
import { useDocsText } from "./texts";

export type Family = keyof typeof demoHeaders;
type Keys = Record<Family, Record<string, string>>;

const emptied = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.keys(headers).map((name) => [name, ""]));

const atFirst = (family: Family): Record<string, string> =>
  isLocal ? demoHeaders[family] : emptied(demoHeaders[family]);

const FIRST: Keys = {
  server: atFirst("server"),
  client: atFirst("client"),
  management: atFirst("management"),
};

/** What was kept of a family's headers; names that are not its own are left out. */
function kept(family: Family, all: unknown): Record<string, string> {
  const own: unknown = typeof all === "object" && all !== null ? Reflect.get(all, family) : null;
  if (typeof own !== "object" || own === null) return FIRST[family];
  return Object.fromEntries(
    Object.entries(FIRST[family]).map(([name, value]) => {
      const text: unknown = Reflect.get(own, name);
      return [name, typeof text === "string" ? text : value];
    }),
  );
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}

/** Kept for this tab alone. */
export const keys = setting<Keys>({
  name: "reference-keys",
  store: storage("sessionStorage"),
  read: (text) => {
    const all = parsed(text);
    return {
      server: kept("server", all),
      client: kept("client", all),
      management: kept("management", all),
    };
  },
  write: (value) => JSON.stringify(value),
});

/** The id and the token of one family. */
export function KeyFields({ family }: { family: Family }) {
  const t = useDocsText();
  const all = keys.use();
  return (
    <details class="card reference-keys" open={!isLocal}>
      <summary>
        <h2>{t("keys.title")}</h2>
      </summary>
      <p class="soft small">{t(isLocal ? "keys.local" : "keys.other")}</p>
      <div class="reference-pair">
        {Object.entries(all[family]).map(([name, value]) => (
          <TextField
            key={name}
            label={name}
            value={value}
            autocomplete="off"
            spellcheck={false}
            type={name.endsWith("Token") && !isLocal ? "password" : "text"}
            onText={(text) => keys.set({ ...all, [family]: { ...all[family], [name]: text } })}
          />
        ))}
      </div>
    </details>
  );
}
