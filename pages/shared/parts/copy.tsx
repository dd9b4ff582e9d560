import { Check, Copy as CopyIcon } from "lucide-preact";
import { useState } from "preact/hooks";
import { useSharedText } from "../shared-texts";

const SHOWN_MS = 2_000;

interface CopyButtonProps {
  text: string;
  /** What the button is called; it stands on it where `isShown`. */
  label: string;
  isShown?: boolean;
}

/**
 * Puts a text into the clipboard. Browsers have none for pages that came over plain http from another
 * machine: there the text is copied by hand.
 */
export function CopyButton({ text, label, isShown = false }: CopyButtonProps) {
  const t = useSharedText();
  const [isCopied, setCopied] = useState(false);
  if (!navigator.clipboard) return null;
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), SHOWN_MS);
  };
  const Icon = isCopied ? Check : CopyIcon;
  return (
    <button
      type="button"
      class={isShown ? "button little" : "button plain square little"}
      // A browser may forbid it to a page; the text stands there all the same.
      onClick={() => void copy().catch(() => undefined)}
    >
      <Icon size={16} aria-hidden="true" />
      <span class={isShown ? "" : "unseen"} aria-live="polite">
        {isCopied ? t("copied") : label}
      </span>
    </button>
  );
}

/** A text to be taken along, with a button that copies it. */
export function Copy({ text, label }: { text: string; label?: string }) {
  const t = useSharedText();
  return (
    <span class="copy">
      <code class="code break">{text}</code>
      <CopyButton text={text} label={`${t("copy")} ${label ?? ""}`} />
    </span>
  );
}
