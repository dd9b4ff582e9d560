import { Presets, SingleBar } from "cli-progress";
import type { Out } from "./terminal.ts";

/** A bar on its way. */
export interface Bar {
  /** So much is done, of so much where that is known. */
  to: (done: number, total?: number) => void;
  end: () => void;
}

/** Begins a bar for work in some unit. */
export type Progress = (label: string, unit: string) => Bar;

const SILENT: Bar = { to: () => undefined, end: () => undefined };

/** What is left of the time, where that is known; the bar calls it "INF" before anything is done. */
const leftOf = (seconds: number): string => {
  if (!Number.isFinite(seconds) || seconds <= 0) return "";
  return seconds < 90 ? `  ${seconds} s left` : `  ${Math.ceil(seconds / 60)} min left`;
};

const OPTIONS = {
  barsize: 30,
  clearOnComplete: true,
  hideCursor: true,
  formatTime: leftOf,
  formatValue: (value: number) => value.toLocaleString("en"),
};

/** Where nobody knows how much there is, it is counted. */
const formatOf = (label: string, unit: string, hasEnd: boolean): string =>
  hasEnd
    ? `${label} {bar} {percentage} %  {value} of {total} ${unit}{eta_formatted}`
    : `${label}  {value} ${unit}`;

/** Bars beside the answers, and none where nobody looks; each begins with what is first told. */
export const progressOn =
  (stream: Out, isQuiet: boolean): Progress =>
  (label, unit) => {
    if (isQuiet || !stream.isTTY) return SILENT;
    const begun = (hasEnd: boolean): SingleBar => {
      const format = formatOf(label, unit, hasEnd);
      const bar = new SingleBar({ ...OPTIONS, stream, format }, Presets.shades_classic);
      bar.start(1, 0);
      return bar;
    };
    let bar: SingleBar | null = null;
    return {
      to: (done, total) => {
        bar ??= begun(total !== undefined);
        bar.setTotal(Math.max(total ?? done, 1));
        bar.update(done);
      },
      end: () => bar?.stop(),
    };
  };
