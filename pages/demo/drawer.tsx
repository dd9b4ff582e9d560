import { ChevronRight, Server, X } from "lucide-preact";
import { language } from "../shared/language";
import { CopyButton } from "../shared/parts/copy";
import { asCurl, forgetTold, type Told, useTold } from "./exchanges";
import { useText } from "./texts";

const lookOf = ({ status, isStale }: Told): string => {
  if (isStale) return "badge";
  if (status === null || status >= 500) return "badge bad";
  return status >= 400 ? "badge warn" : "badge good";
};

function Costs({ told }: { told: Told }) {
  const t = useText();
  const { cost } = told;
  if (!cost) return null;
  const written = cost.written > 0 ? `, ${t("drawer.written", { n: cost.written })}` : "";
  return (
    <span class="soft small">
      {t("drawer.cost", { n: cost.trips, read: cost.read })}
      {written}
    </span>
  );
}

function Bodies({ told }: { told: Told }) {
  const t = useText();
  const body = (title: string, text: string) =>
    text !== "" && (
      <div class="grow">
        <h3>{title}</h3>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
        <section class="told-body" tabIndex={0} aria-label={title}>
          <pre class="code">{text}</pre>
        </section>
      </div>
    );
  return (
    <div class="stack tight told-more">
      <div class="told-bodies">
        {body(t("drawer.sent"), told.sent)}
        {body(t("drawer.got"), told.got)}
      </div>
      <div>
        <CopyButton text={asCurl(told, location.origin)} label={t("drawer.curl")} isShown />
      </div>
    </div>
  );
}

function Row({ told }: { told: Told }) {
  const t = useText();
  const spoken = language.use();
  const { by, method, path, status, isStale, ms } = told;
  const came = isStale ? t("drawer.stale") : (status ?? t("drawer.none"));
  const time = ms.toLocaleString(spoken, { maximumFractionDigits: 0 });
  return (
    <li>
      <details class="told">
        <summary>
          <ChevronRight class="told-mark" size={16} aria-hidden="true" />
          <span class={lookOf(told)}>{came}</span>
          <span class="mono told-path">
            <span class="strong">{method}</span> {path}
          </span>
          <span class={by === "page" ? "badge accent" : "badge"}>
            {by === "back-end" && <Server size={14} aria-hidden="true" />}
            {t(`drawer.${by}`)}
          </span>
          <span class="number small">{time} ms</span>
          <Costs told={told} />
        </summary>
        <Bodies told={told} />
      </details>
    </li>
  );
}

/** Every request that the page has made, the newest first, with what it cost the service. */
export function Drawer({ onClose }: { onClose: () => void }) {
  const t = useText();
  const told = useTold();
  return (
    <section class="drawer" aria-labelledby="drawer">
      <header class="apart tight">
        <h2 id="drawer">{t("drawer")}</h2>
        <p class="soft small">{t("drawer.hint")}</p>
        <button type="button" class="button plain little" onClick={forgetTold}>
          {t("drawer.clear")}
        </button>
        <button type="button" class="button plain square little" onClick={onClose}>
          <X size={18} aria-hidden="true" />
          <span class="unseen">{t("drawer.close")}</span>
        </button>
      </header>
      {told.length === 0 && <p class="soft">{t("drawer.empty")}</p>}
      <ul class="plain-list">
        {told.map((each) => (
          <Row key={each.id} told={each} />
        ))}
      </ul>
    </section>
  );
}
