import { Button } from "../../shared/parts/button";

interface SubmitProps {
  text: string;
  isBusy: boolean;
  /** What went wrong, where no field tells it. */
  failure: string | null;
}

/** The end of a form: what went wrong with the whole of it, and the button that sends it. */
export function Submit({ text, isBusy, failure }: SubmitProps) {
  return (
    <>
      {failure && (
        <p role="alert" class="bad break">
          {failure}
        </p>
      )}
      <div class="row">
        <Button look="main" type="submit" isBusy={isBusy}>
          {text}
        </Button>
      </div>
    </>
  );
}
