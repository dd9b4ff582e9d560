import { Monitor, Moon, Sun } from "lucide-preact";
import { setting, storage } from "./setting";
import { useSharedText } from "./shared-texts";

const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

export const theme = setting<Theme>({
  name: "theme",
  store: storage("localStorage"),
  read: (text) => THEMES.find((one) => one === text) ?? "system",
  write: (value) => (value === "system" ? null : value),
});

const ICONS = { system: Monitor, light: Sun, dark: Moon };

function choose(next: Theme): void {
  theme.set(next);
  if (next === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = next;
}

/** One button that goes round: as the system has it, light, dark. */
export function ThemeSwitch() {
  const t = useSharedText();
  const now = theme.use();
  const next = THEMES[(THEMES.indexOf(now) + 1) % THEMES.length] ?? "system";
  const Icon = ICONS[now];
  const label = t(`theme.${now}`);
  return (
    <button type="button" class="button plain square" title={label} onClick={() => choose(next)}>
      <Icon size={18} aria-hidden="true" />
      <span class="unseen">{label}</span>
    </button>
  );
}
