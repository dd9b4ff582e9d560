import "./overview.css";
import { keepPreviousData, useQuery } from "@tanstack/preact-query";
import { ChartNoAxesColumn } from "lucide-preact";
import { lazy, Suspense } from "preact/compat";
import { useState } from "preact/hooks";
import { answerOf } from "../../../../clients/typescript/src";
import { language } from "../../../shared/language";
import { day, money } from "../../../shared/money";
import { State } from "../../../shared/parts/state";
import { Head } from "../../parts/head";
import { Loaded } from "../../parts/one";
import { Table } from "../../parts/table";
import { management, useProject } from "../../session";
import { type Counter, change, type Day, MEASURES, type Measure, sumOf } from "./measures";
import { useOverviewText } from "./texts";

const Chart = lazy(() => import("./chart"));

const SPANS = [7, 30, 90] as const;
const DAY_MS = 86_400_000;

/** The days shown and as many before them, in one request. */
function daysOf(projectId: string, span: number) {
  const start = new Date(Date.now() - (2 * span - 1) * DAY_MS);
  const query = { start_date: start.toISOString().slice(0, 10) };
  const params = { path: { projectId }, query };
  return answerOf(management().GET("/management/v1/projects/{projectId}/summary", { params }));
}

/** What happened in the project, day by day. */
export default function Overview() {
  const t = useOverviewText();
  const { id: projectId } = useProject();
  const [span, setSpan] = useState<number>(30);
  const query = useQuery({
    queryKey: ["overview", projectId, span],
    queryFn: () => daysOf(projectId, span),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <Head title={t("title")}>
        <fieldset class="spans">
          <legend class="unseen">{t("span")}</legend>
          {SPANS.map((n) => (
            <label key={n} class="span">
              <input
                type="radio"
                name="span"
                class="unseen"
                checked={span === n}
                onChange={() => setSpan(n)}
              />
              <span>{t("span.n", { n })}</span>
            </label>
          ))}
        </fieldset>
      </Head>
      <Loaded query={query}>
        {(data) => <Measures before={data.days.slice(0, -span)} days={data.days.slice(-span)} />}
      </Loaded>
    </>
  );
}

interface SpansProps {
  before: readonly Day[];
  days: readonly Day[];
}

function Measures({ before, days }: SpansProps) {
  const t = useOverviewText();
  const all = [...before, ...days];
  const isEmpty = MEASURES.every(({ series }) =>
    series.every((counter) => sumOf(all, counter) === 0),
  );
  if (isEmpty) {
    return (
      <State icon={ChartNoAxesColumn} title={t("empty")} text={t("empty.text")}>
        <div class="row">
          <a class="button main" href="/demo">
            {t("empty.demo")}
          </a>
          <a class="button" href="/docs">
            {t("empty.docs")}
          </a>
        </div>
      </State>
    );
  }
  return (
    <div class="measures">
      {MEASURES.map((measure) => (
        <MeasureCard key={measure.name} measure={measure} before={before} days={days} />
      ))}
    </div>
  );
}

function MeasureCard({ measure, before, days }: SpansProps & { measure: Measure }) {
  const t = useOverviewText();
  const spoken = language.use();
  const { currency } = useProject();
  const told = (n: number) =>
    measure.isMoney ? money(n, currency, spoken) : n.toLocaleString(spoken);
  const [main] = measure.series;
  const moved = change(sumOf(before, main), sumOf(days, main));
  const percent = moved?.toLocaleString(spoken, {
    style: "percent",
    signDisplay: "exceptZero",
    maximumFractionDigits: 0,
  });
  const n = days.length;
  return (
    <section class="card measure">
      <h2>{t(measure.name)}</h2>
      <p class="measure-sum">{told(sumOf(days, main))}</p>
      <p class="soft small">
        {percent === undefined ? t("first", { n }) : t("against", { percent, n })}
      </p>
      <Suspense fallback={<div class="ghost measure-chart" />}>
        <Chart
          days={days}
          series={measure.series}
          labels={measure.series.map((counter) => t(counter))}
          told={told}
        />
      </Suspense>
      <details class="small">
        <summary>{t("as-table")}</summary>
        <Numbers measure={measure} days={days} told={told} />
      </details>
    </section>
  );
}

interface NumbersProps {
  measure: Measure;
  days: readonly Day[];
  told: (n: number) => string;
}

/** The same numbers for those who cannot see the chart; days without any are left out. */
function Numbers({ measure, days, told }: NumbersProps) {
  const t = useOverviewText();
  const spoken = language.use();
  const series: readonly Counter[] = measure.series;
  return (
    <Table
      label={t(measure.name)}
      rows={days.filter((row) => series.some((counter) => row[counter] !== 0))}
      keyOf={(row) => row.day}
      columns={[
        { name: "day", head: t("day"), cell: (row) => day(row.day, spoken) },
        ...series.map((counter) => ({
          name: counter,
          head: t(counter),
          isNumber: true,
          cell: (row: Day) => told(row[counter]),
        })),
      ]}
    />
  );
}
