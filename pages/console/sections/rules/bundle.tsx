import { Plus, X } from "lucide-preact";
import { Button } from "../../../shared/parts/button";
import { TextField } from "../../../shared/parts/field";
import { useNames } from "../../parts/names";
import { Chips, Picker } from "../../parts/picker";
import { searchGoods } from "../../parts/search";
import { type BundleDraft, type Part, withPart } from "./bundle-draft";
import { useBundleText } from "./bundle-texts";
import { useSeen, VerdictIcon } from "./seen";

const KINDS = ["product", "sku", "products_collection"] as const;
const JOINS = ["and", "or", "own"] as const;

interface BundleProps {
  draft: BundleDraft;
  onDraft: (draft: BundleDraft) => void;
}

/** The goods that a bundle is made of, and whether the sample cart holds one. */
export function BundleBox({ draft, onDraft }: BundleProps) {
  const t = useBundleText();
  const { parts, join, own, limit } = draft;
  const { wrong } = useWrong();
  const setPart = (next: Part) =>
    onDraft({ ...draft, parts: parts.map((part) => (part.key === next.key ? next : part)) });
  return (
    <section class="card stack">
      <h2>{t("title")}</h2>
      {parts.length === 0 && <p class="soft">{t("hint")}</p>}
      {parts.length > 1 && (
        // biome-ignore lint/a11y/useSemanticElements: buttons of which one is pressed
        <div class="segments bundle-join" role="group" aria-label={t("join")}>
          {JOINS.map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={join === one}
              onClick={() => onDraft({ ...draft, join: one })}
            >
              {t(`join.${one}`)}
            </button>
          ))}
        </div>
      )}
      {parts.map((part) => (
        <PartBox
          key={part.key}
          part={part}
          onPart={setPart}
          onDrop={() => onDraft({ ...draft, parts: parts.filter((one) => one !== part) })}
        />
      ))}
      {parts.length > 1 && join === "own" && (
        <TextField
          label={t("own")}
          hint={t("own.hint")}
          error={wrong("logic")}
          value={own}
          onText={(next) => onDraft({ ...draft, own: next })}
        />
      )}
      <div class="row">
        <Button look="little" onClick={() => onDraft(withPart(draft))}>
          <Plus size={14} aria-hidden="true" />
          {t("add")}
        </Button>
      </div>
      {parts.length > 0 && (
        <>
          <TextField
            label={t("limit")}
            hint={t("limit.hint")}
            error={wrong("limit") && t("limit.wrong")}
            inputMode="numeric"
            value={limit}
            onText={(next) => onDraft({ ...draft, limit: next })}
          />
          <p class="soft">{t("percent")}</p>
          <Held />
        </>
      )}
    </section>
  );
}

/** What is wrong at a place of the bundle, once somebody wanted to save. */
function useWrong() {
  const { trial, isTried } = useSeen();
  const defect = isTried ? trial?.bundleDefect : null;
  return { wrong: (path: string) => (defect?.rule === path ? defect.reason : undefined) };
}

interface PartProps {
  part: Part;
  onPart: (part: Part) => void;
  onDrop: () => void;
}

const idOf = (goods: Record<string, unknown>): string => String(goods.id ?? "");

function PartBox({ part, onPart, onDrop }: PartProps) {
  const t = useBundleText();
  const { wrong } = useWrong();
  const { key, goods, units } = part;
  const ids = goods.map(idOf);
  const nameOf = useNames(ids);
  const label = `${t("part", { key })}: ${t("goods")}`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend of its own line
    <div class="rule-condition" role="group" aria-label={t("part", { key })}>
      <div class="apart">
        <span class="strong">{t("part", { key })}</span>
        <Button look="square little plain" aria-label={t("drop", { key })} onClick={onDrop}>
          <X size={16} aria-hidden="true" />
        </Button>
      </div>
      <div class="rule-fields">
        <div class="stack tight">
          <Picker
            name={`goods ${KINDS.join()}`}
            label={t("goods")}
            error={wrong(`${key}.conditions`) && t("goods.wrong")}
            search={(text) => searchGoods(text, KINDS)}
            onPick={({ id, value }) =>
              ids.includes(id) || onPart({ ...part, goods: [...goods, { ...value }] })
            }
          />
          <Chips
            label={label}
            chips={ids.map((id) => ({ key: id, text: nameOf(id) }))}
            onDrop={(id) => onPart({ ...part, goods: goods.filter((one) => idOf(one) !== id) })}
          />
        </div>
        <TextField
          label={t("units")}
          error={wrong(`${key}.rules.1.conditions`) && t("units.wrong")}
          inputMode="numeric"
          value={units}
          onText={(next) => onPart({ ...part, units: next })}
        />
      </div>
    </div>
  );
}

/** How many bundles the sample cart holds, and what one would still need. */
function Held() {
  const t = useBundleText();
  const bundle = useSeen().trial?.bundle ?? null;
  const nameOf = useNames(bundle?.missing.map(({ id }) => id) ?? []);
  if (bundle === null) return null;
  const { quantity: n, missing } = bundle;
  const verdict = n > 0 ? "matched" : "not_matched";
  const what = missing.map(({ id, item_quantity }) => `${item_quantity} × ${nameOf(id)}`);
  return (
    <p class={`saw ${verdict}`}>
      <VerdictIcon verdict={verdict} />
      <span class="break">{n > 0 ? t("some", { n }) : t("none")}</span>
      {n === 0 && missing.length > 0 && <strong>{t("missing", { what: what.join(", ") })}</strong>}
    </p>
  );
}
