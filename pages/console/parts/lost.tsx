import { SearchX } from "lucide-preact";
import { State } from "../../shared/parts/state";
import { useSharedText } from "../../shared/shared-texts";

/** What stands at an address that the console does not have. */
export function Lost() {
  const s = useSharedText();
  return <State icon={SearchX} title={s("lost.title")} text={s("lost.text")} isPage />;
}
