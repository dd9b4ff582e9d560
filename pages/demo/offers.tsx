import type { Schemas } from "@vouchsafe/client";
import { CalendarDays, Sparkles, Target } from "lucide-preact";
import { language } from "../shared/language";
import { dayAhead } from "../shared/money";
import { addOffer, linesOf } from "./cart";
import { PRODUCTS } from "./goods";
import { type Shop, useMoney } from "./shop";
import { useText } from "./texts";
import { inLanguage } from "./words";

type Answer = Schemas["ClientQualification"];
type Offer = Answer["redeemables"]["data"][number];
type Near = NonNullable<Answer["near_misses"]>["data"][number];
type Missing = Near["missing"][number];

/** Of what the cart almost has, the nearest are enough. */
const SHOWN = 3;

const nameOf = ({ banner, name, id }: Offer | Near): string => banner ?? name ?? id;
const savingOf = ({ order }: Offer | Near): number => order?.total_discount_amount ?? 0;

function OfferRow({ offer }: { offer: Offer }) {
  const t = useText();
  const money = useMoney();
  const name = inLanguage(nameOf(offer), language.use());
  return (
    <li class="offer">
      <Sparkles size={16} aria-hidden="true" />
      <span class="grow">
        <span class="strong break">{name}</span>
        <span class="small">{t("saves", { amount: money(savingOf(offer)) })}</span>
      </span>
      <button type="button" class="button little" onClick={() => addOffer(offer.id)}>
        <span aria-hidden="true">{t("offer.apply")}</span>
        <span class="unseen">{t("offer.apply.name", { name })}</span>
      </button>
    </li>
  );
}

/** One thing that is missing, in the words of a shop: "12.00 more". */
function useMissing() {
  const t = useText();
  const money = useMoney();
  const spoken = language.use();
  return (one: Missing): string => {
    const { fact, more = 0 } = one;
    if (fact === "customer.segment") return t("missing.segment");
    if (fact.endsWith("amount")) return t("missing.amount", { amount: money(more) });
    const product = PRODUCTS.find(({ id }) => id === one.product?.source_id);
    const name = product?.name[spoken] ?? one.product?.name;
    return name ? t("missing.units", { n: more, name }) : t("missing.any", { n: more });
  };
}

/** How far the cart has come to the first number that is missing. */
function Progress({ missing }: { missing: Missing | undefined }) {
  const { present, needed } = missing ?? {};
  if (present === undefined || !needed) return null;
  const share = Math.min(100, Math.round((present / needed) * 100));
  return (
    <span class="meter" aria-hidden="true">
      <span style={{ width: `${share}%` }} />
    </span>
  );
}

/** Within a sentence the second part begins with a small letter. */
const within = (text: string, at: number): string =>
  at === 0 ? text : text.charAt(0).toLowerCase() + text.slice(1);

const goodsOf = ({ product, sku }: Missing): string | undefined => product?.id ?? sku?.id;

/** What is wanted of the same goods twice is said once, by the larger number. */
function told(missing: readonly Missing[]): Missing[] {
  const isLess = (one: Missing) => (other: Missing) =>
    other !== one && goodsOf(other) === goodsOf(one) && (other.more ?? 0) > (one.more ?? 0);
  return missing.filter((one) => goodsOf(one) === undefined || !missing.some(isLess(one)));
}

/** When it begins; undefined for what a shopper can have at once. */
const opening = ({ missing }: Near): string | undefined =>
  missing.find(({ from }) => from !== undefined)?.from;

function NearRow({ near }: { near: Near }) {
  const t = useText();
  const money = useMoney();
  const missing = useMissing();
  const spoken = language.use();
  const from = opening(near);
  const lacking = told(near.missing.filter((one) => one.from === undefined));
  const what = lacking
    .map(missing)
    .map((text, at) => within(text, from ? 1 : at))
    .join(` ${t("and")} `);
  const saving = savingOf(near);
  const amount = money(saving);
  const parts = [
    from && t("soon.from", { day: dayAhead(from, spoken) }),
    what ? `${what} ${t("almost.saves", { amount })}` : saving > 0 && t("soon.saves", { amount }),
  ];
  const Icon = from ? CalendarDays : Target;
  return (
    <li class="near">
      <Icon size={16} aria-hidden="true" />
      <span class="grow">
        <span class="strong break">{parts.filter(Boolean).join(": ")}</span>
        <span class="small break">{inLanguage(nameOf(near), spoken)}</span>
        <Progress missing={lacking[0]} />
      </span>
    </li>
  );
}

interface NearListProps {
  title: string;
  look: string;
  near: readonly Near[];
}

function NearList({ title, look, near }: NearListProps) {
  if (near.length === 0) return null;
  return (
    <div class="stack tight">
      <h3>{title}</h3>
      <ul class={look}>
        {near.slice(0, SHOWN).map((each) => (
          <NearRow key={each.id} near={each} />
        ))}
      </ul>
    </div>
  );
}

/** What the cart has by itself, and what it almost has. */
export function Offers({ shop }: { shop: Shop }) {
  const t = useText();
  const { data, error, isPlaceholderData } = shop.offers;
  const look = isPlaceholderData ? "offers old" : "offers";
  if (!data || error || linesOf(shop.cart).length === 0) return null;
  const taken = new Set(shop.cart.offers);
  const open = data.redeemables.data.filter(({ id }) => !taken.has(id));
  const near = (data.near_misses?.data ?? []).filter(({ id }) => !taken.has(id));
  if (open.length + near.length === 0) return null;
  return (
    <section class="stack" aria-label={t("offers")}>
      {open.length > 0 && (
        <div class="stack tight">
          <h3>{t("offers")}</h3>
          <ul class={look}>
            {open.map((offer) => (
              <OfferRow key={offer.id} offer={offer} />
            ))}
          </ul>
        </div>
      )}
      <NearList title={t("almost")} look={look} near={near.filter((each) => !opening(each))} />
      <NearList title={t("soon")} look={look} near={near.filter(opening)} />
    </section>
  );
}
