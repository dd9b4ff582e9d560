import "@fontsource-variable/figtree/wght.css";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/parts.css";
import { QueryClient, QueryClientProvider } from "@tanstack/preact-query";
import { TriangleAlert } from "lucide-preact";
import { type ComponentType, render } from "preact";
import { useErrorBoundary } from "preact/hooks";
import { Button } from "./parts/button";
import { State } from "./parts/state";
import { Toasts } from "./parts/toasts";
import { useSharedText } from "./shared-texts";

function Root({ page: Page }: { page: ComponentType }) {
  const t = useSharedText();
  const [error] = useErrorBoundary((cause) => console.error(cause));
  if (error) {
    return (
      <State icon={TriangleAlert} title={t("crashed.title")} text={t("crashed.text")}>
        <Button onClick={() => location.reload()}>{t("reload")}</Button>
      </State>
    );
  }
  return (
    <>
      <a class="skip" href="#content">
        {t("skip")}
      </a>
      <Page />
      <Toasts />
    </>
  );
}

/** Data of the API as it was last answered. */
export const newCache = (): QueryClient =>
  new QueryClient({
    // What is refused stays refused, and what cannot be reached is told at once: a request that waits
    // in silence for the network would look like an answer that is slow.
    defaultOptions: {
      queries: {
        retry: false,
        refetchOnWindowFocus: false,
        staleTime: 5_000,
        networkMode: "always",
      },
      mutations: { networkMode: "always" },
    },
  });

/** Lets the browser paint, and hear its reader, before the next piece of work. */
export const pause = (): Promise<void> => new Promise((done) => setTimeout(done));

/**
 * Shows a page with what all pages share: fonts, styles, cached data, toasts and a last resort.
 * `prepare` does what the page would have to wait for while it is drawn.
 */
export async function show(page: ComponentType, prepare?: () => void): Promise<void> {
  await pause();
  if (prepare) {
    prepare();
    await pause();
  }
  const place = document.getElementById("page");
  if (!place) throw new Error("The page has no place to be shown in");
  // What stood there while the page was on its way.
  place.replaceChildren();
  render(
    <QueryClientProvider client={newCache()}>
      <Root page={page} />
    </QueryClientProvider>,
    place,
  );
}
