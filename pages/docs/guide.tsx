import "@fontsource-variable/figtree/wght.css";
import "../shared/styles/tokens.css";
import "../shared/styles/base.css";
import "../shared/styles/parts.css";
import "./docs.css";
import "./code.css";
import { render } from "preact";
import { Bar } from "./bar";
import { addCopyButtons } from "./copy";

// The page itself is there already; this adds what needs a script.
const place = document.getElementById("bar");
if (place) {
  place.replaceChildren();
  render(<Bar />, place);
}
addCopyButtons();
