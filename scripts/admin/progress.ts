import { Presets, SingleBar } from "cli-progress";
import type { Out } from "./terminal.ts";

/** A bar on its way. */
export interface Bar {
  to: (done: number, total: number) => void;
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

/** Bars beside the answers, and none where nobody looks. */
export const progressOn =
  (stream: Out, isQuiet: boolean): Progress =>
  (label, unit) => {
    if (isQuiet || !stream.isTTY) return SILENT;
    const bar = new SingleBar(
      {
        stream,
        format: `${label} {bar} {percentage} %  {value} of {total} ${unit}{eta_formatted}`,
        barsize: 30,
        clearOnComplete: true,
        hideCursor: true,
        formatTime: leftOf,
        formatValue: (value) => value.toLocaleString("en"),
      },
      Presets.shades_classic,
    );
    bar.start(1, 0);
    return {
      to: (done, total) => {
        bar.setTotal(Math.max(total, 1));
        bar.update(done);
      },
      end: () => bar.stop(),
    };
  };
