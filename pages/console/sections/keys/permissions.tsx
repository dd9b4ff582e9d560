import {
  CLIENT_PERMISSIONS,
  MANAGEMENT_PERMISSIONS,
  SERVER_PERMISSIONS,
} from "../../../../src/model/permission-names";
import { useKeyText } from "./texts";

const OF_KIND = {
  server: SERVER_PERMISSIONS,
  client: CLIENT_PERMISSIONS,
  management: MANAGEMENT_PERMISSIONS,
} as const;

export type Kind = keyof typeof OF_KIND;
export type Permission = (typeof OF_KIND)[Kind][number];
export const KINDS = ["server", "client", "management"] as const;

interface PermissionsProps {
  kind: Kind;
  /** Null is all that the kind can do. */
  given: readonly Permission[] | null;
  onGiven: (given: Permission[] | null) => void;
}

/** What a key of the kind may do: all of it, or what is ticked. */
export function Permissions({ kind, given, onGiven }: PermissionsProps) {
  const t = useKeyText();
  const toggle = (permission: Permission, isGiven: boolean) =>
    onGiven(
      isGiven
        ? [...(given ?? []), permission]
        : (given ?? []).filter((each) => each !== permission),
    );
  return (
    <fieldset class="key-permissions">
      <legend class="small strong">{t("may")}</legend>
      <label class="check">
        <input type="radio" checked={given === null} onChange={() => onGiven(null)} />
        {t("may.all")}
      </label>
      <label class="check">
        <input
          type="radio"
          checked={given !== null}
          onChange={() => onGiven(given ? [...given] : [])}
        />
        {t("may.choose")}
      </label>
      {given && (
        <div class="key-choices">
          {OF_KIND[kind].map((permission) => (
            <label key={permission} class="check mono">
              <input
                type="checkbox"
                checked={given.includes(permission)}
                onChange={(event) => toggle(permission, event.currentTarget.checked)}
              />
              {permission}
            </label>
          ))}
        </div>
      )}
      {given?.length === 0 && <p class="bad small">{t("may.none")}</p>}
    </fieldset>
  );
}
