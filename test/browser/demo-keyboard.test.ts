import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { PHONE, pages } from "../support/browser";
import { enterShop, expectTotal } from "../support/storefront";

/** What the focus is on, as a person with eyes and one with a screen reader find it. */
interface Stop {
  name: string;
  /** A ring is drawn around it. */
  isMarked: boolean;
  /** It is in the window, and nothing lies over it. */
  isSeen: boolean;
}

// Text, since this side of the tests knows no DOM. The name is the label, else what it says.
const FOCUSED = `(() => {
  const at = document.activeElement;
  const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(at);
  const { left, top, width, height } = at.getBoundingClientRect();
  const over = document.elementFromPoint(left + width / 2, top + height / 2);
  const said = [...at.childNodes].filter((node) => !node.ariaHidden).map((node) => node.textContent);
  return {
    name: (at.ariaLabel ?? at.labels?.[0]?.textContent ?? said.join("")).trim(),
    isMarked: (outlineStyle !== "none" && parseFloat(outlineWidth) >= 2) || boxShadow !== "none",
    isSeen: over !== null && (at.contains(over) || over.contains(at)),
  };
})()`;

const focused = (page: Page): Promise<Stop> => page.evaluate(FOCUSED);

/** Presses Tab until the focus is on what is called so, and answers everything on the way. */
async function tabTo(page: Page, name: string | RegExp, key = "Tab"): Promise<string[]> {
  const passed: string[] = [];
  for (let pressed = 0; pressed < 60; pressed++) {
    await page.keyboard.press(key);
    const stop = await focused(page);
    passed.push(stop.name);
    expect(stop, `after ${passed}`).toMatchObject({ isMarked: true, isSeen: true });
    if (typeof name === "string" ? stop.name === name : name.test(stop.name)) return passed;
  }
  throw new Error(`Tab never comes to ${name}: ${passed}`);
}

/** What has been said to whoever listens, from now on. */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(`(() => {
    window.said = [];
    const live = "[role=status], [role=alert], [aria-live]";
    new MutationObserver((records) => {
      for (const { target, addedNodes } of records) {
        const at = target.nodeType === Node.TEXT_NODE ? target.parentElement : target;
        const places = [at.closest(live), ...[...addedNodes].flatMap((node) =>
          node.querySelectorAll ? [...node.querySelectorAll("[role=alert]"), node].filter((one) => one.role === "alert") : [])];
        for (const place of places) if (place?.textContent) window.said.push(place.textContent);
      }
    }).observe(document, { childList: true, characterData: true, subtree: true });
  })()`);
  return () => page.evaluate("window.said");
}

/** Counts the toasts that are about to go, and lets none go by itself. */
const HOLD_TOASTS = `(() => {
  const [begin, end] = [setTimeout, clearTimeout];
  window.toasts = new Set();
  window.setTimeout = (act, ms, ...rest) => {
    const timer = begin(ms === 7_000 ? () => undefined : act, ms, ...rest);
    if (ms === 7_000) toasts.add(timer);
    return timer;
  };
  window.clearTimeout = (timer) => {
    toasts.delete(timer);
    end(timer);
  };
})()`;

const expectFocus = (page: Page, name: string): Promise<void> =>
  expect.poll(async () => (await focused(page)).name).toBe(name);

pages("the storefront by keys alone", () => {
  it("shops, pays and undoes, in the order in which the page is read", async () => {
    const page = await enterShop();
    await page.getByRole("button", { name: "Show the requests, 1 so far" }).waitFor();
    const said = await listen(page);
    const press = (key: string) => page.keyboard.press(key);
    expect(await tabTo(page, "Add Morning mug to the cart")).toEqual([
      "Skip to the content",
      "Corner Shop",
      "Sign in",
      "Show the requests, 1 so far",
      "Deutsch",
      "Colours as the system has them",
      "Everything",
      "Kitchen",
      "Desk",
      "Home",
      "Out and about",
      "Add Morning mug to the cart",
    ]);
    await press("Enter");
    // The button has given way to two others: the focus goes to the one that does the same.
    await expectFocus(page, "One Morning mug more");
    await press("Space");
    await expectTotal(page, "€28.00");
    await expect.poll(said).toContain("Cart, 2 items. To pay: €28.00");
    const beside = await tabTo(page, "Code or gift card");
    expect(beside.at(0)).toBe("Add Dot notebook to the cart");
    expect(beside.slice(-4)).toEqual([
      "Empty the cart",
      "One Morning mug less",
      "One Morning mug more",
      "Code or gift card",
    ]);
    await page.keyboard.type("SUMMER");
    await press("Enter");
    await expect.poll(async () => (await said()).join()).toContain("This code has expired.");
    await expectFocus(page, "Code or gift card");
    await press("Control+a");
    await page.keyboard.type("KITCHEN20");
    await press("Enter");
    // A fifth off 28.00.
    await expect.poll(said).toContain("Cart, 2 items. To pay: €22.40");
    await tabTo(page, "Take SUMMER out");
    await press("Space");
    await expectFocus(page, "Take KITCHEN20 out");
    await expectTotal(page, "€22.40");
    await tabTo(page, "Pay €22.40");
    await press("Enter");
    await page.getByRole("button", { name: "Pay now" }).waitFor();
    await expectFocus(page, "Close");
    expect(await tabTo(page, "Pay now")).toEqual(["Pay now"]);
    await press("Space");
    await expect.poll(said).toContain("Thank you");
    await expectFocus(page, "Shop on");
    await tabTo(page, "Undo this order");
    await press("Enter");
    await expect.poll(async () => (await said()).join()).toContain("The order is canceled.");
    await expectFocus(page, "Shop on");
    await press("Enter");
    // The goods, since nothing is left in the cart.
    await expectFocus(page, "Everything");
  });

  it("opens and leaves the cart of a phone, and says the total outside of it", async () => {
    const page = await enterShop(PHONE);
    const said = await listen(page);
    await tabTo(page, "Add Round teapot to the cart");
    await page.keyboard.press("Space");
    await expect.poll(said).toContain("Cart, 1 item. To pay: €38.00");
    await tabTo(page, /^Cart, 1 item/);
    await page.keyboard.press("Enter");
    await expectFocus(page, "Close");
    // Its own edge is no place beside it.
    await page.mouse.click(6, 400);
    await tabTo(page, "Empty the cart");
    await page.evaluate(HOLD_TOASTS);
    await page.keyboard.press("Enter");
    await expect.poll(async () => (await said()).join()).toContain("The cart is empty.");
    await expect.poll(() => page.evaluate("toasts.size")).toBe(1);
    // Whoever is about to take it back has time to.
    await tabTo(page, "Undo");
    await expect.poll(() => page.evaluate("toasts.size")).toBe(0);
    await page.keyboard.press("Enter");
    await expectFocus(page, "One Round teapot more");
    await tabTo(page, "One Round teapot less", "Shift+Tab");
    await page.keyboard.press("Enter");
    // The line is gone, and with it the button.
    await expectFocus(page, "Code or gift card");
    await page.keyboard.press("Escape");
    await expect.poll(async () => (await focused(page)).name).toMatch(/^Cart, 0 items/);
  });
});
