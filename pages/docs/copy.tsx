import { render } from "preact";
import { CopyButton } from "../shared/parts/copy";
import { textsOf } from "../shared/texts";

const useText = textsOf({
  copy: { en: "Copy the sample", de: "Beispiel kopieren" },
});

function CopySample({ text }: { text: string }) {
  const t = useText();
  return <CopyButton text={text} label={t("copy")} />;
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
    render(<CopySample text={sample.textContent ?? ""} />, tools);
  }
}
