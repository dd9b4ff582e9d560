import { ServiceError } from "../../../clients/typescript/src";
import { detailsOf, readFailure, FailedState as SharedState } from "../../shared/parts/state";
import { useSharedText } from "../../shared/shared-texts";
import { textsOf } from "../../shared/texts";
import { FAILURES } from "./failures";

const useFailureText = textsOf(FAILURES);

const isKnown = (key: string): key is keyof typeof FAILURES => Object.hasOwn(FAILURES, key);

/** What a refusal means by its key, in the reader's language; null where that is not written down. */
export function useReason(): (key: string | null | undefined) => string | null {
  const t = useFailureText();
  return (key) => (key && isKnown(key) ? t(key) : null);
}

/**
 * Status and words of a failed request: in the reader's language as far as its key is known, and
 * beside that what the service says of the case at hand.
 */
export function useFailure(): (error: unknown) => ReturnType<typeof readFailure> {
  const s = useSharedText();
  const reasonOf = useReason();
  return (error) => {
    const { status, text } = readFailure(error);
    if (status === 0) return { status, text: s("offline.text") };
    const reason = error instanceof ServiceError ? reasonOf(error.key) : null;
    if (reason === null) return { status, text };
    return { status, text: [reason, detailsOf(error)].filter(Boolean).join(": ") };
  };
}

interface FailedStateProps {
  error: unknown;
  onAgain?: () => void;
  /** It is all that the page shows. */
  isPage?: boolean | undefined;
}

/** What went wrong with a request, in the place of what it was to bring. */
export function FailedState({ error, ...rest }: FailedStateProps) {
  const { status, text } = useFailure()(error);
  const told = status === 0 ? error : { status, message: text };
  return <SharedState {...rest} error={told} />;
}
