import "./console.css";
import "./forms.css";
import { QueryClientProvider } from "@tanstack/preact-query";
import { useMemo } from "preact/hooks";
import { newCache, show } from "../shared/page";
import { session } from "./session";
import { Shell } from "./shell";
import { SignIn } from "./sign-in";

/** With a cache of its own: what one project answered is never shown of another. */
function Opened() {
  const cache = useMemo(newCache, []);
  return (
    <QueryClientProvider client={cache}>
      <Shell />
    </QueryClientProvider>
  );
}

function Console() {
  const now = session.use();
  if (now === null) return <SignIn />;
  return <Opened key={`${now.server?.id} ${now.project.id}`} />;
}

void show(Console);
