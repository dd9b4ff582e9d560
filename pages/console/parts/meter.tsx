interface MeterProps {
  label: string;
  /** 0 to 100. */
  percent: number;
  look?: string;
  /** What of how much that is, in words. */
  counts?: string | false;
}

/** A bar for the eye, and the same in words. */
export function Meter({ label, percent, look = "", counts }: MeterProps) {
  return (
    <div class="stack tight grow">
      <div
        class={`meter ${look}`}
        role="progressbar"
        aria-label={label}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <span style={{ width: `${percent}%` }} />
      </div>
      {counts !== undefined && (
        <div class="apart tight small soft">
          <span>{counts}</span>
          <span class="number">{percent} %</span>
        </div>
      )}
    </div>
  );
}

/** How many of a hundred; nothing is done where there is nothing to do yet. */
export const percentOf = (done: number, total: number): number =>
  total === 0 ? 0 : Math.floor((Math.min(done, total) / total) * 100);
