import { useEffect } from "preact/hooks";

/** What a page is called in tabs, bookmarks and by screen readers, in the language that it speaks. */
export function useHead(title: string, description?: string): void {
  useEffect(() => {
    document.title = title;
    if (description === undefined) return;
    document.querySelector("meta[name=description]")?.setAttribute("content", description);
  }, [title, description]);
}
