import { Check, Copy as CopyIcon } from "lucide-preact";
import { useState } from "preact/hooks";
import { useSharedText } from "../shared-texts";

const SHOWN_MS = 2_000;

/** A text to be taken along, with a button that puts it into the clipboard. */
export function Copy({ text, label }: { text: string; label?: string }) {
  const t = useSharedText();
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), SHOWN_MS);
  };
  const Icon = isCopied ? Check : CopyIcon;
  return (
    <span class="copy">
      <code class="code break">{text}</code>
      <button type="button" class="button plain square little" onClick={() => void copy()}>
        <Icon size={16} aria-hidden="true" />
        <span class="unseen">{isCopied ? t("copied") : `${t("copy")} ${label ?? ""}`}</span>
      </button>
    </span>
  );
}
