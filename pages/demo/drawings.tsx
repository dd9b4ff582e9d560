import type { ComponentChildren, JSX } from "preact";

// Pictures of the goods, drawn from few shapes in the shop's own colours, on a field of 120 by 120.

const Ground = () => <ellipse cx="60" cy="102" rx="36" ry="5" fill="var(--draw-shade)" />;

const Mug = () => (
  <>
    <path d="M84 52h8a14 14 0 0 1 0 28h-8" fill="none" stroke="var(--clay-deep)" stroke-width="8" />
    <path d="M30 42h56v46a14 14 0 0 1-14 14H44a14 14 0 0 1-14-14z" fill="var(--clay)" />
    <path d="M30 62h56v12H30z" fill="var(--cream)" />
    <ellipse cx="58" cy="42" rx="28" ry="7" fill="var(--clay-deep)" />
    <ellipse cx="58" cy="43" rx="22" ry="4.500" fill="var(--bark)" />
    <path
      d="M48 28c-5-6 5-9 0-16m20 16c-5-6 5-9 0-16"
      fill="none"
      stroke="var(--draw-line)"
      stroke-width="3"
      stroke-linecap="round"
    />
  </>
);

const Notebook = () => (
  <>
    <rect x="36" y="20" width="56" height="80" rx="6" fill="var(--sea-deep)" />
    <rect x="32" y="18" width="56" height="80" rx="6" fill="var(--sea)" />
    <path d="M32 24a6 6 0 0 1 6-6h6v80h-6a6 6 0 0 1-6-6z" fill="var(--sea-deep)" />
    <rect x="54" y="34" width="24" height="16" rx="3" fill="var(--cream)" />
    <path d="M76 18v86l-5-6-5 6V18z" fill="var(--berry)" />
    <g fill="var(--cream)" opacity=".7">
      <circle cx="56" cy="62" r="1.800" />
      <circle cx="56" cy="72" r="1.800" />
      <circle cx="56" cy="82" r="1.800" />
    </g>
  </>
);

const Fern = () => (
  <>
    <g fill="none" stroke="var(--leaf-deep)" stroke-width="4" stroke-linecap="round">
      <path d="M60 72C60 50 60 36 58 16M60 72C50 54 40 46 24 44M60 72c10-18 20-26 36-28" />
      <path d="M60 72C46 66 36 66 22 70M60 72c14-6 24-6 38-2" />
    </g>
    <g fill="var(--leaf)">
      <path d="M58 14c-9 8-10 18-1 26 9-8 10-18 1-26z" />
      <path d="M22 42c6 10 15 13 25 8-5-10-14-14-25-8zM98 42c-6 10-15 13-25 8 5-10 14-14 25-8z" />
      <path d="M20 71c8 8 17 8 25 0-8-7-17-8-25 0zM100 71c-8 8-17 8-25 0 8-7 17-8 25 0z" />
    </g>
    <path d="M38 72h44l-5 30H43z" fill="var(--clay)" />
    <path d="M35 68h50v10H35z" fill="var(--clay-deep)" />
  </>
);

const Tote = () => (
  <>
    <path
      d="M44 50c0-34 32-34 32 0"
      fill="none"
      stroke="var(--bark)"
      stroke-width="5"
      stroke-linecap="round"
    />
    <path d="M28 46h64l6 56H22z" fill="var(--sun)" />
    <path d="M92 46l6 56H84l-2-56z" fill="var(--sun-deep)" />
    <path
      d="M60 62c-9 0-14 6-14 13 0 9 8 15 14 15s14-6 14-15c0-7-5-13-14-13z"
      fill="var(--berry)"
    />
    <path d="M60 63c1-6 5-9 10-9-1 6-4 9-10 9z" fill="var(--leaf-deep)" />
  </>
);

const Teapot = () => (
  <>
    <path
      d="M88 58c14-6 18 18-2 26"
      fill="none"
      stroke="var(--sea-deep)"
      stroke-width="7"
      stroke-linecap="round"
    />
    <path d="M36 72C22 70 20 56 12 52l8-6c10 4 12 12 20 12z" fill="var(--sea-deep)" />
    <path d="M60 40c22 0 32 14 32 30s-12 32-32 32-32-16-32-32 10-30 32-30z" fill="var(--sea)" />
    <path d="M42 46c4-8 32-8 36 0-8 5-28 5-36 0z" fill="var(--sea-deep)" />
    <circle cx="60" cy="34" r="6" fill="var(--sun)" />
    <path d="M29 76c18 8 44 8 62 0" fill="none" stroke="var(--cream)" stroke-width="4" />
  </>
);

const Candle = () => (
  <>
    <path d="M60 12c8 10 10 16 0 26-10-10-8-16 0-26z" fill="var(--sun)" />
    <path d="M60 24c4 5 4 9 0 13-4-4-4-8 0-13z" fill="var(--clay)" />
    <path d="M60 36v12" stroke="var(--bark)" stroke-width="3" stroke-linecap="round" />
    <path d="M44 46h32v44H44z" fill="var(--cream)" />
    <path d="M68 46h8v44h-8z" fill="var(--cream-deep)" />
    <path d="M44 46h32v9c0 7-8 5-8 0s-7-2-7 4-8 5-8-2-9 1-9-4z" fill="var(--sun)" />
    <path d="M32 88h56v6a8 8 0 0 1-8 8H40a8 8 0 0 1-8-8z" fill="var(--bark)" />
  </>
);

const Lamp = () => (
  <>
    <path d="M24 60h44l10 34H14z" fill="var(--sun)" opacity=".35" />
    <path
      d="M84 98V44L52 32"
      fill="none"
      stroke="var(--bark)"
      stroke-width="5"
      stroke-linejoin="round"
    />
    <path d="M46 22c16 0 26 18 26 38H20c0-20 10-38 26-38z" fill="var(--berry)" />
    <path d="M58 26c9 6 14 20 14 34H60c0-14 0-26-2-34z" fill="var(--berry-deep)" />
    <circle cx="84" cy="44" r="5" fill="var(--sun)" />
    <path d="M64 96h40v6H64z" fill="var(--bark)" />
  </>
);

const Umbrella = () => (
  <>
    <path
      d="M60 30v60c0 14 18 14 18 0"
      fill="none"
      stroke="var(--bark)"
      stroke-width="5"
      stroke-linecap="round"
    />
    <path d="M60 18v10" stroke="var(--bark)" stroke-width="5" stroke-linecap="round" />
    <path
      d="M60 22c26 0 44 18 46 42-8-8-22-8-30 0-8-8-24-8-32 0-8-8-22-8-30 0 2-24 20-42 46-42z"
      fill="var(--leaf)"
    />
    <path d="M60 22c-10 8-16 24-16 42 8-8 24-8 32 0 0-18-6-34-16-42z" fill="var(--sun)" />
  </>
);

const Bowl = () => (
  <>
    <path
      d="M46 30c-5-6 5-9 0-16m14 16c-5-6 5-9 0-16m14 16c-5-6 5-9 0-16"
      fill="none"
      stroke="var(--draw-line)"
      stroke-width="3"
      stroke-linecap="round"
    />
    <path d="M16 50h88c0 26-16 46-44 46S16 76 16 50z" fill="var(--berry)" />
    <path d="M18 62h84c-1 6-3 10-5 14H23c-2-4-4-8-5-14z" fill="var(--cream)" />
    <ellipse cx="60" cy="50" rx="44" ry="9" fill="var(--berry-deep)" />
    <ellipse cx="60" cy="51" rx="37" ry="6" fill="var(--sun)" />
    <path d="M46 94h28v8H46z" fill="var(--berry-deep)" />
  </>
);

const Pencil = ({ at, colour }: { at: number; colour: string }) => (
  <g transform={`translate(${at} 0)`}>
    <path d="M0 40 6 22l6 18z" fill="var(--cream)" />
    <path d="M4 28 6 22l2 6z" fill="var(--bark)" />
    <path d="M0 40h12v46H0z" fill={colour} />
    <path d="M8 40h4v46H8z" fill="var(--draw-shade)" />
  </g>
);

const Pencils = () => (
  <>
    <Pencil at={20} colour="var(--clay)" />
    <Pencil at={34} colour="var(--sun)" />
    <Pencil at={48} colour="var(--leaf)" />
    <Pencil at={61} colour="var(--sea)" />
    <Pencil at={75} colour="var(--berry)" />
    <Pencil at={89} colour="var(--bark)" />
    <path d="M16 66h88v36H16z" fill="var(--cream)" />
    <path d="M92 66h12v36H92z" fill="var(--cream-deep)" />
    <path d="M16 76h88v6H16z" fill="var(--clay)" />
  </>
);

const Blanket = () => (
  <>
    <path d="M20 76h80v22a4 4 0 0 1-4 4H24a4 4 0 0 1-4-4z" fill="var(--berry-deep)" />
    <rect x="18" y="56" width="84" height="22" rx="11" fill="var(--berry)" />
    <rect x="22" y="36" width="76" height="22" rx="11" fill="var(--cream)" />
    <path d="M40 36h10v22H40zm28 0h10v22H68z" fill="var(--sea)" />
    <path d="M36 56h10v22H36zm36 0h10v22H72z" fill="var(--sun)" />
    <path
      d="M28 102v6m10-6v6m10-6v6m12-6v6m12-6v6m10-6v6m10-6v6"
      stroke="var(--berry-deep)"
      stroke-width="3"
      stroke-linecap="round"
    />
  </>
);

const Board = () => (
  <>
    <path
      d="M30 40h60a8 8 0 0 1 8 8v46a8 8 0 0 1-8 8H30a8 8 0 0 1-8-8V48a8 8 0 0 1 8-8z"
      fill="var(--wood)"
    />
    <path d="M52 12h16a6 6 0 0 1 6 6v24H46V18a6 6 0 0 1 6-6z" fill="var(--wood)" />
    <circle cx="60" cy="23" r="5" fill="var(--tile)" />
    <path
      d="M30 56c18 6 40-6 60 0M30 72c22 6 38-6 60 0M30 88c18 6 40-6 60 0"
      fill="none"
      stroke="var(--wood-deep)"
      stroke-width="3"
      stroke-linecap="round"
    />
  </>
);

const DRAWINGS: Record<string, () => JSX.Element> = {
  mug: Mug,
  notebook: Notebook,
  fern: Fern,
  tote: Tote,
  teapot: Teapot,
  candle: Candle,
  lamp: Lamp,
  umbrella: Umbrella,
  bowl: Bowl,
  pencils: Pencils,
  blanket: Blanket,
  board: Board,
};

/** The picture of a product; its name stands beside it, so that it says nothing itself. */
export function Picture({ product, children }: { product: string; children?: ComponentChildren }) {
  const Drawing = DRAWINGS[product];
  return (
    <svg class="picture" viewBox="0 0 120 120" aria-hidden="true">
      <Ground />
      {Drawing && <Drawing />}
      {children}
    </svg>
  );
}

/** The striped awning over the shop. */
export function Awning() {
  const stripes = Array.from({ length: 24 }, (_, at) => at);
  return (
    <svg class="awning" viewBox="0 0 960 48" preserveAspectRatio="none" aria-hidden="true">
      {stripes.map((at) => (
        <path
          key={at}
          d={`M${at * 40} 0h40v28a20 20 0 0 1-40 0z`}
          fill={at % 2 === 0 ? "var(--clay)" : "var(--cream)"}
        />
      ))}
    </svg>
  );
}
