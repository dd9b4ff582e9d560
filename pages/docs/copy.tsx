import { Check, Copy } from "lucide-preact";
import { render } from "preact";
import { useState } from "preact/hooks";
import { textsOf } from "../shared/texts";

const useText = textsOf({
  copy: { en: "Copy the sample", de: "Beispiel kopieren" },
  copied: { en: "Copied", de: "Kopiert" },
});

const SHOWN_MS = 2_000;

function CopyButton({ text }: { text: string }) {
  const t = useText();
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), SHOWN_MS);
  };
  const Icon = isCopied ? Check : Copy;
  return (
    <button type="button" class="button plain square little" onClick={copy}>
      <Icon size={16} aria-hidden="true" />
      <span class="unseen" aria-live="polite">
        {isCopied ? t("copied") : t("copy")}
      </span>
    </button>
  );
}

/** Gives each sample that can be run a button that copies it, where the browser lets pages copy. */
export function addCopyButtons(): void {
  if (!navigator.clipboard) return;
  for (const sample of document.querySelectorAll<HTMLPreElement>("pre.sample:not(.answer)")) {
    const frame = document.createElement("div");
    frame.className = "sample-frame";
    sample.replaceWith(frame);
    const tools = document.createElement("div");
    tools.className = "sample-tools";
    frame.append(sample, tools);
    render(<CopyButton text={sample.textContent ?? ""} />, tools);
  }
}
