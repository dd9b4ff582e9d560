import { useState } from "preact/hooks";
import { Button } from "../../shared/parts/button";
import { Confirm } from "./confirm";

interface AskedButtonProps {
  /** What the button says, and the one that does it. */
  deed: string;
  title: string;
  text: string;
  /** Must be typed first, where nothing can bring it back. */
  typed?: string;
  /** Of the button that asks. */
  look?: string;
  isBusy: boolean;
  disabled?: boolean;
  /** `close` takes the question away: at once, or once it is done. */
  onConfirm: (close: () => void) => Promise<unknown>;
}

/** A button for what is not easily undone: it asks first. */
export function AskedButton(props: AskedButtonProps) {
  const { deed, title, text, typed, look = "danger", isBusy, disabled = false, onConfirm } = props;
  const [isAsked, setAsked] = useState(false);
  const close = () => setAsked(false);
  return (
    <>
      <Button look={look} disabled={disabled} onClick={() => setAsked(true)}>
        {deed}
      </Button>
      {isAsked && (
        <Confirm
          title={title}
          text={text}
          deed={deed}
          isBusy={isBusy}
          {...(typed !== undefined && { typed })}
          onConfirm={() => void onConfirm(close)}
          onClose={close}
        />
      )}
    </>
  );
}
