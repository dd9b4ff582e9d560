import { amountOff, giftCard, orderOver, percentOff, type Row, rows } from "./stacking-shop";

const amounts: Row[] = [
  {
    name: "a discount is capped at what is left",
    given: [amountOff(900), amountOff(900)],
    valid: true,
    expect: [900, 100],
  },
  {
    name: "percentages work on the running amount",
    given: [amountOff(200), percentOff(10)],
    valid: true,
    expect: [200, 80],
  },
  {
    name: "the other way round the percentage is of all",
    given: [percentOff(10), amountOff(200)],
    valid: true,
    expect: [100, 200],
  },
  {
    name: "40 % of 900, after 1800 off 2700",
    given: [amountOff(1800), percentOff(40)],
    order: { amount: 2700 },
    valid: true,
    expect: [1800, 360],
  },
  {
    name: "a gift card pays what the discounts leave",
    given: [percentOff(50), giftCard(800)],
    valid: true,
    expect: [500, 500],
  },
  {
    name: "a gift card gives no more than its balance",
    given: [giftCard(300), giftCard(300)],
    valid: true,
    expect: [300, 300],
  },
  {
    name: "credits asked for are taken, up to what is left",
    given: [giftCard(800, { credits: 700 }), giftCard(800, { credits: 700 })],
    valid: true,
    expect: [700, 300],
  },
  {
    name: "more credits than the balance are refused",
    given: [giftCard(800, { credits: 801 })],
    valid: false,
    expect: ["gift_amount_exceeded"],
  },
  {
    name: "held credits are not there for others",
    given: [giftCard(800, { held_amount: 300, credits: 501 })],
    valid: false,
    expect: ["gift_amount_exceeded"],
  },
  {
    name: "credits that this very order took are still there for it",
    given: [giftCard(0, { own: { quantity: 1, credits: 400 } })],
    valid: true,
    expect: [400],
  },
  {
    name: "an empty card pays nothing",
    given: [giftCard(0)],
    valid: false,
    expect: ["gift_amount_exceeded"],
  },
  {
    name: "an empty card has nothing to pay of a paid order",
    given: [percentOff(100), giftCard(0)],
    valid: true,
    expect: [1000, 0],
  },
  {
    name: "a gift card without an order and credits",
    given: [giftCard(800)],
    order: null,
    valid: false,
    expect: ["missing_order"],
  },
  {
    name: "a gift card without an amount and credits",
    given: [giftCard(800)],
    order: { items: [{ source_id: "sku", quantity: 1 }] },
    valid: false,
    expect: ["missing_amount"],
  },
  {
    name: "a discount without an order takes nothing off",
    given: [amountOff(100)],
    order: null,
    valid: true,
    expect: [0],
  },
  {
    name: "a later rule sees what the earlier ones left",
    given: [amountOff(500), amountOff(100, { rules: [orderOver(500)] })],
    valid: false,
    expect: [500, "order_rules_violated"],
  },
];

rows(amounts);
