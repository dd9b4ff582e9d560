import { TriangleAlert } from "lucide-preact";
import { Button } from "../../shared/parts/button";
import { Copy } from "../../shared/parts/copy";
import { Dialog } from "../../shared/parts/dialog";
import { useConsoleText } from "../texts";

interface SecretsProps {
  title: string;
  /** What each is called, and the secret itself. */
  secrets: readonly (readonly [name: string, secret: string])[];
  onClose: () => void;
}

/** Secrets that the service shows this once. */
export function Secrets({ title, secrets, onClose }: SecretsProps) {
  const t = useConsoleText();
  return (
    <Dialog title={title} onClose={onClose}>
      <p class="notice warn">
        <TriangleAlert size={18} aria-hidden="true" />
        {t("secrets.once")}
      </p>
      <dl class="stack">
        {secrets.map(([name, secret]) => (
          <div key={name} class="stack tight">
            <dt class="small soft">{name}</dt>
            <dd class="plain-dd">
              <Copy text={secret} label={name} />
            </dd>
          </div>
        ))}
      </dl>
      <div class="row">
        <Button look="main" onClick={onClose}>
          {t("secrets.kept")}
        </Button>
      </div>
    </Dialog>
  );
}
