import { Check, Ticket, TriangleAlert, X } from "lucide-preact";
import { useEffect, useState } from "preact/hooks";
import { language } from "../shared/language";
import { Button } from "../shared/parts/button";
import { TextField } from "../shared/parts/field";
import { addCode, linesOf, removeCode, removeOffer } from "./cart";
import type { Applied, Refused } from "./quote";
import { useReason } from "./reasons";
import { type Shop, useMoney } from "./shop";
import { useText } from "./texts";
import { inLanguage } from "./words";

const TO_TRY = [
  "WELCOME10",
  "FIVER",
  "KITCHEN20",
  "CANDLE",
  "GOLD15",
  "ALONE30",
  "LASTONE",
  "ADA-SHARES",
  "GIFT50",
  "SUMMER",
] as const;

/** A code or an offer in use: what it brings, or why it brings nothing, in the shop's words. */
function Chip({ shop, id }: { shop: Shop; id: string }) {
  const t = useText();
  const { quote, cart, offers } = shop;
  const is = (one: { id: string }) => one.id.toLowerCase() === id.toLowerCase();
  const applied = quote.applied.find(is);
  const refused = quote.refused.find(is);
  const isOffer = cart.offers.includes(id);
  const known = offers.data?.redeemables.data.find(is)?.banner;
  const name = useName(isOffer ? (applied?.name ?? known ?? t("offers")) : (applied?.id ?? id));
  const Icon = refused ? TriangleAlert : applied ? Check : Ticket;
  return (
    <li class={`chip ${refused ? "refused" : applied ? "applied" : ""}`}>
      <Icon size={16} aria-hidden="true" />
      <span class="grow">
        <span class={isOffer ? "strong break" : "strong mono break"}>{name}</span>
        {applied && <Brings applied={applied} />}
        {refused && <Reason refused={refused} />}
      </span>
      <button
        type="button"
        class="button plain square little"
        onClick={() => (isOffer ? removeOffer(id) : removeCode(id))}
      >
        <X size={16} aria-hidden="true" />
        <span class="unseen">{t("code.remove", { code: name })}</span>
      </button>
    </li>
  );
}

const useName = (name: string): string => inLanguage(name, language.use());

function Brings({ applied }: { applied: Applied }) {
  const t = useText();
  const money = useMoney();
  const { gift, amount } = applied;
  if (gift) {
    const left = money(gift.balance - gift.taken);
    return (
      <span class="small">
        −{money(gift.taken)} · {t("of.giftcard", { left, balance: money(gift.balance) })}
      </span>
    );
  }
  return <span class="small">{t("saves", { amount: money(amount) })}</span>;
}

function Reason({ refused }: { refused: Refused }) {
  const reason = useReason();
  const { key, message, words } = refused;
  const shopsOwn = useName(words ?? "");
  return <span class="small">{words === null ? reason(key, message) : shopsOwn}</span>;
}

/** What is unknown is told once and dropped: each further question of it would count as a guess. */
function useUnknown({ quote, cart, isOld }: Shop): string | null {
  const [unknown, setUnknown] = useState<string | null>(null);
  const missing = isOld ? undefined : quote.refused.find(({ key }) => key === "not_found");
  useEffect(() => {
    if (!missing) return;
    setUnknown(missing.id);
    removeCode(missing.id);
    removeOffer(missing.id);
  }, [missing]);
  return unknown !== null && !cart.codes.includes(unknown) ? unknown : null;
}

const same = (code: string, typed: string): boolean =>
  code.toUpperCase() === typed.trim().toUpperCase();

function CodeField({ shop }: { shop: Shop }) {
  const t = useText();
  const reason = useReason();
  const [text, setText] = useState("");
  const [fault, setFault] = useState<string | undefined>();
  const unknown = useUnknown(shop);
  const isUnknown = unknown !== null && unknown === text.trim().toUpperCase();
  const submit = (event: Event) => {
    event.preventDefault();
    const code = text.trim().toUpperCase();
    if (code === "") return setFault(t("code.empty"));
    if (linesOf(shop.cart).length === 0) return setFault(t("code.cart"));
    if (!addCode(code)) return setFault(t("code.twice"));
    setFault(undefined);
  };
  const taken = shop.quote.applied.find(({ id }) => same(id, text))?.id;
  useEffect(() => {
    // Not what was typed meanwhile.
    if (taken !== undefined) setText((now) => (same(taken, now) ? "" : now));
  }, [taken]);
  return (
    <form class="code-field" onSubmit={submit} noValidate>
      <TextField
        label={t("code")}
        value={text}
        error={fault ?? (isUnknown ? reason("not_found", "") : undefined)}
        onText={(next) => {
          setText(next);
          setFault(undefined);
        }}
        autoComplete="off"
        autoCapitalize="characters"
        spellcheck={false}
        maxLength={255}
      />
      <Button type="submit" look="">
        {t("code.apply")}
      </Button>
    </form>
  );
}

/** What there is to try: a demo's shopper has no letter with a code in it. */
function ToTry({ shop }: { shop: Shop }) {
  const t = useText();
  return (
    <details class="to-try">
      <summary>{t("codes.try")}</summary>
      <ul>
        {TO_TRY.map((code) => (
          <li key={code}>
            <button
              type="button"
              aria-disabled={shop.cart.codes.includes(code)}
              onClick={() => addCode(code)}
            >
              <span class="code">{code}</span>
              <span class="small">{t(`try.${code}`)}</span>
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}

export function Codes({ shop }: { shop: Shop }) {
  const t = useText();
  const { offers, codes } = shop.cart;
  const used = [...offers, ...codes];
  return (
    <section class="stack tight" aria-label={t("codes")}>
      <CodeField shop={shop} />
      <div class="told-live" aria-live="polite">
        {used.length > 0 && (
          <ul class="chips">
            {used.map((id) => (
              <Chip key={id} shop={shop} id={id} />
            ))}
          </ul>
        )}
      </div>
      <ToTry shop={shop} />
    </section>
  );
}
