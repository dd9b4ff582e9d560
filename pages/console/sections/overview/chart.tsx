import "uplot/dist/uPlot.min.css";
import { useEffect, useRef, useState } from "preact/hooks";
import UPlot from "uplot";
import { language } from "../../../shared/language";
import { day as dayText, shortDay } from "../../../shared/money";
import { theme } from "../../../shared/theme";
import type { Counter, Day } from "./measures";

interface ChartProps {
  days: readonly Day[];
  series: readonly Counter[];
  labels: readonly string[];
  told: (n: number) => string;
}

const HEIGHT = 150;
const prefersDark = matchMedia("(prefers-color-scheme: dark)");

/** A colour as the canvas needs it: what the element's own style comes to in this theme. */
const inkOf = (element: Element): string => getComputedStyle(element).color;

/** The day of a point as the axis numbers it: seconds at noon in UTC, which no zone moves away. */
const secondsOf = ({ day }: Day): number => Date.parse(`${day}T12:00:00Z`) / 1000;

const labelOf = (seconds: number): string => shortDay(new Date(seconds * 1000), language.get());

function optionsOf(frame: HTMLElement, swatches: Element[], onPoint: (at: number | null) => void) {
  const soft = inkOf(frame);
  const axis = {
    stroke: soft,
    font: `12px ${getComputedStyle(frame).fontFamily}`,
    grid: { show: false },
    ticks: { show: false },
  };
  return {
    width: frame.clientWidth,
    height: HEIGHT,
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false } },
    scales: { y: { range: (_: UPlot, __: number, most: number) => [0, Math.max(1, most * 1.1)] } },
    axes: [
      { ...axis, values: (_: UPlot, at: number[]) => at.map(labelOf), space: 60 },
      { show: false },
    ],
    series: [
      {},
      ...swatches.map((swatch, at) => ({
        stroke: inkOf(swatch),
        width: 2,
        ...(at === 0 && { fill: inkOf(swatch).replace("rgb(", "rgba(").replace(")", ", 0.14)") }),
        points: { show: false },
      })),
    ],
    hooks: { setCursor: [({ cursor }: UPlot) => onPoint(cursor.idx ?? null)] },
  } satisfies UPlot.Options;
}

/** Counters over days as lines; a table beside it says the same to those who cannot see it. */
export default function Chart({ days, series, labels, told }: ChartProps) {
  const frame = useRef<HTMLDivElement>(null);
  const legend = useRef<HTMLUListElement>(null);
  const [at, setAt] = useState<number | null>(null);
  const spoken = language.use();
  const shade = theme.use();
  const [isDark, setDark] = useState(prefersDark.matches);
  useEffect(() => {
    const change = () => setDark(prefersDark.matches);
    prefersDark.addEventListener("change", change);
    return () => prefersDark.removeEventListener("change", change);
  }, []);
  useEffect(() => {
    const place = frame.current;
    if (!place || !legend.current) return;
    const swatches = [...legend.current.querySelectorAll(".swatch")];
    const numbers = series.map((counter) => days.map((one) => one[counter]));
    const plot = new UPlot(
      optionsOf(place, swatches, setAt),
      [days.map(secondsOf), ...numbers],
      place,
    );
    const watch = new ResizeObserver(() =>
      plot.setSize({ width: place.clientWidth, height: HEIGHT }),
    );
    watch.observe(place);
    return () => {
      watch.disconnect();
      plot.destroy();
    };
  }, [days, series, shade, isDark, spoken]);
  const pointed = at === null ? undefined : days[at];
  return (
    <div class="measure-drawn">
      <ul ref={legend} class="measure-legend small" aria-hidden="true">
        {labels.map((label, n) => (
          <li key={label}>
            <span class={`swatch swatch-${n}`} />
            {label}
            {pointed && series[n] && <strong>{told(pointed[series[n]])}</strong>}
          </li>
        ))}
        <li class="soft">{pointed && dayText(pointed.day, spoken)}</li>
      </ul>
      <div ref={frame} class="measure-chart soft" aria-hidden="true" />
    </div>
  );
}
