import { ArrowDown, ArrowUp, X } from "lucide-preact";
import { answerOf } from "../../../../clients/typescript/src";
import { Button } from "../../../shared/parts/button";
import { Picker } from "../../parts/picker";
import { searchTiers, searchVouchers } from "../../parts/search";
import { as, type Found, type Option, sought, together } from "../../parts/sought";
import { server } from "../../session";
import { type Picked, picked } from "./ask";
import { useSandboxText } from "./texts";

/** No request takes more. */
const MOST = 30;

const searchStacks = (text: string): Promise<Found<unknown>> =>
  sought(text, async (query) => {
    const call = server().GET("/v1/promotions/stacks", { params: { query } });
    const { data, total } = await answerOf(call);
    return {
      options: data.map((value) => ({ id: value.id, label: value.name, hint: value.id, value })),
      total,
    };
  });

/** A code is named by itself, all else by its id. */
const of = (object: Picked["object"]) => (option: Option<unknown>) => ({
  object,
  id: object === "voucher" ? option.label : option.id,
  name: option.label,
});

async function search(text: string): Promise<Found<Picked>> {
  const [vouchers, tiers, stacks] = await Promise.all([
    searchVouchers(text),
    searchTiers(text),
    searchStacks(text),
  ]);
  return together(
    as(vouchers, of("voucher")),
    as(tiers, of("promotion_tier")),
    as(stacks, of("promotion_stack")),
  );
}

/** What is tried together, in the order in which it is asked for. */
export function PickedList() {
  const t = useSandboxText();
  const chosen = picked.use();
  const add = (one: Picked) => {
    const isThere = chosen.some(({ object, id }) => object === one.object && id === one.id);
    if (!isThere && chosen.length < MOST) picked.set([...chosen, one]);
  };
  const move = (at: number, step: -1 | 1) => {
    const one = chosen[at];
    if (one) picked.set(chosen.toSpliced(at, 1).toSpliced(at + step, 0, one));
  };
  return (
    <section class="card stack" aria-label={t("picked")}>
      <h2>{t("picked")}</h2>
      <Picker
        name="redeemables"
        label={t("pick")}
        hint={t("pick.hint")}
        search={search}
        onPick={({ value }) => add(value)}
        onText={(text) => add({ object: "voucher", id: text, name: text })}
      />
      {chosen.length > 0 && (
        <ol class="sandbox-picked">
          {chosen.map(({ object, id, name }, at) => (
            <li key={`${object} ${id}`}>
              <span class="badge">{t(object)}</span>
              <span class="grow strong break">{name}</span>
              {([-1, 1] as const).map((step) => {
                const Icon = step === -1 ? ArrowUp : ArrowDown;
                return (
                  <Button
                    key={step}
                    look="square little plain"
                    aria-label={t(step === -1 ? "up" : "down", { name })}
                    disabled={chosen[at + step] === undefined}
                    onClick={() => move(at, step)}
                  >
                    <Icon size={16} aria-hidden="true" />
                  </Button>
                );
              })}
              <Button
                look="square little plain"
                aria-label={t("drop", { name })}
                onClick={() => picked.set(chosen.toSpliced(at, 1))}
              >
                <X size={16} aria-hidden="true" />
              </Button>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
