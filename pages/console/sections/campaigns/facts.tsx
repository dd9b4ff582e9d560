import { useQuery } from "@tanstack/preact-query";
import { Link } from "wouter-preact";
import { answerOf, type Schemas } from "../../../../clients/typescript/src";
import { language } from "../../../shared/language";
import { day, money } from "../../../shared/money";
import { DiscountWords } from "../../parts/discount-words";
import { durationWords } from "../../parts/duration";
import { server, useProject } from "../../session";
import { ExpiryWords } from "./expiry/words";
import { useCampaignText } from "./texts";
import { weekdayName } from "./weekdays";

export type Campaign = Schemas["Campaign"];

export const KINDS = [
  "DISCOUNT_COUPONS",
  "GIFT_VOUCHERS",
  "PROMOTION",
  "LOYALTY_PROGRAM",
  "REFERRAL_PROGRAM",
] as const;

type Window = Pick<Campaign, "start_date" | "expiration_date">;

/** From when until when, in a few words. */
export function Validity({ window: { start_date, expiration_date } }: { window: Window }) {
  const t = useCampaignText();
  const spoken = language.use();
  const from = start_date && day(start_date, spoken);
  const until = expiration_date && day(expiration_date, spoken);
  if (from && until) return <>{t("between", { from, until })}</>;
  if (from) return <>{t("since", { day: from })}</>;
  if (until) return <>{t("until", { day: until })}</>;
  return <>{t("always")}</>;
}

function stateOf({ active, vouchers_generation_status: making, ...dates }: Campaign) {
  const now = new Date().toISOString();
  const { start_date, expiration_date } = dates;
  if (making === "IN_PROGRESS") return ["making", "accent"] as const;
  if (!active) return ["disabled", "bad"] as const;
  if (making === "FAILED") return ["failed", "bad"] as const;
  if (expiration_date && expiration_date <= now) return ["expired", "warn"] as const;
  if (start_date && start_date > now) return ["early", "warn"] as const;
  return ["active", "good"] as const;
}

export function CampaignState({ campaign }: { campaign: Campaign }) {
  const t = useCampaignText();
  const [name, look] = stateOf(campaign);
  return <span class={`badge ${look}`}>{t(`state.${name}`)}</span>;
}

/** What one code of the campaign is worth. */
export function Worth({ template }: { template: NonNullable<Campaign["voucher"]> }) {
  const t = useCampaignText();
  const spoken = language.use();
  const { currency } = useProject();
  const { discount, gift, loyalty_card } = template;
  if (gift) return <>{money(gift.amount, currency, spoken)}</>;
  if (loyalty_card) return <>{t("points", { n: loyalty_card.points })}</>;
  return discount ? <DiscountWords discount={discount} /> : null;
}

/** What a campaign is. */
export function Facts({ campaign }: { campaign: Campaign }) {
  const t = useCampaignText();
  const spoken = language.use();
  const { voucher, campaign_type, category, description, join_once } = campaign;
  const days = campaign.validity_day_of_week ?? [];
  const { validity_timeframe: frame, activity_duration_after_publishing: holds } = campaign;
  const uses = voucher?.redemption.quantity;
  return (
    <dl class="card facts">
      <Fact name={t("kind")}>{t(`kind.${campaign_type}`)}</Fact>
      {voucher && (
        <Fact name={t("worth")}>
          <Worth template={voucher} />
        </Fact>
      )}
      <Fact name={t("validity")}>
        <Validity window={campaign} />
      </Fact>
      {days.length > 0 && (
        <Fact name={t("days")}>{days.map((one) => weekdayName(one, spoken)).join(", ")}</Fact>
      )}
      {frame && (
        <Fact name={t("frame")}>
          {t("frame.words", {
            interval: durationWords(frame.interval, spoken),
            duration: durationWords(frame.duration, spoken),
          })}
        </Fact>
      )}
      {holds && <Fact name={t("holds")}>{durationWords(holds, spoken)}</Fact>}
      {voucher?.loyalty_card && (
        <Fact name={t("expiry")}>
          <ExpiryWords rules={voucher.loyalty_card.expiration_rules} />
        </Fact>
      )}
      <Fact name={t("rules")}>
        <Rules campaign={campaign} />
      </Fact>
      {voucher && <Fact name={t("uses")}>{uses ?? t("any")}</Fact>}
      {voucher && (
        <Fact name={t("pattern")}>
          <PatternOf config={voucher.code_config} />
        </Fact>
      )}
      {voucher && <Fact name={t("joins")}>{t(join_once ? "yes" : "no")}</Fact>}
      {campaign_type === "LOYALTY_PROGRAM" && (
        <Fact name={t("program")}>
          <Link href={`/programs/${campaign.id}`}>{t("program.open")}</Link>
        </Fact>
      )}
      {category && <Fact name={t("category")}>{category}</Fact>}
      {description && <Fact name={t("description")}>{description}</Fact>}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: preact.ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

type Config = NonNullable<Campaign["voucher"]>["code_config"];

function PatternOf({ config: { prefix = "", pattern, postfix = "" } }: { config: Config }) {
  return <span class="mono">{`${prefix}${pattern}${postfix}`}</span>;
}

function Rules({ campaign }: { campaign: Campaign }) {
  const t = useCampaignText();
  const { data } = campaign.validation_rules_assignments;
  if (data.length === 0) return <>{t("none")}</>;
  return (
    <>
      {data.map(({ id, rule_id }) => (
        <RuleLink key={id} id={rule_id} />
      ))}
    </>
  );
}

/** A rule by its name, or by its id until that is known, or where these keys may not know it. */
function RuleLink({ id }: { id: string }) {
  const params = { path: { validationRuleId: id } };
  const { data } = useQuery({
    queryKey: ["rules", id, "name"],
    queryFn: async () =>
      (await answerOf(server().GET("/v1/validation-rules/{validationRuleId}", { params }))).name,
  });
  return <Link href={`/rules/${id}`}>{data ?? id}</Link>;
}
