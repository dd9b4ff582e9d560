import "@fontsource-variable/figtree/wght.css";
import "../shared/styles/tokens.css";
import "../shared/styles/base.css";
import "../shared/styles/parts.css";
import "./docs.css";
import "./code.css";
import { render } from "preact";
import { useHead } from "../shared/head";
import { Bar } from "./bar";
import { addCopyButtons } from "./copy";
import { useDocsText } from "./texts";

/** The documents are in English, and so are their names; the page that leads to them is not. */
const isIndex = document.querySelector(".docs-index") !== null;

function IndexHead() {
  const t = useDocsText();
  useHead(`${t("index.title")} · Vouchsafe`, t("index.about"));
  return null;
}

// The page itself is there already; this adds what needs a script.
const place = document.getElementById("bar");
if (place) {
  place.replaceChildren();
  render(
    <>
      {isIndex && <IndexHead />}
      <Bar />
    </>,
    place,
  );
}
addCopyButtons();
