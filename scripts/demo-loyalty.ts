import { money, must, type Reply, RUN, tell } from "./demo-client.ts";

// A loyalty program: orders earn points, points lead into tiers, pay for orders and buy rewards.

const cleo = { source_id: `cleo-${RUN}`, name: "Cleo" };

/** Waits until what is heard in the background has come to its end. */
async function until<T>(ask: () => Promise<T>, isThere: (found: T) => boolean): Promise<T> {
  for (let time = 0; time < 100; time++) {
    const found = await ask();
    if (isThere(found)) return found;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("what was waited for did not happen in ten seconds");
}

async function makeProgram(): Promise<Reply["body"]> {
  const program = await must("POST", "/v1/loyalties", {
    name: `Club ${RUN}`,
    voucher: {
      type: "LOYALTY_CARD",
      loyalty_card: {
        points: 0,
        expiration_rules: {
          period_type: "MONTH",
          period_value: 12,
          rounding_type: "END_OF_QUARTER",
        },
      },
    },
    loyalty_tiers_expiration: {
      qualification_type: "BALANCE",
      start_date: { type: "IMMEDIATE" },
      expiration_date: { type: "BALANCE_DROP" },
    },
  });
  const [rule] = await must("POST", `/v1/loyalties/${program.id}/earning-rules`, [
    {
      event: "order.paid",
      loyalty: {
        type: "PROPORTIONAL",
        calculation_type: "ORDER_AMOUNT",
        order: { amount: { every: 100, points: 1 } },
      },
      source: { banner: "1 point for each 1.00" },
    },
  ]);
  await must("POST", `/v1/loyalties/${program.id}/tiers`, [
    { name: "Silver", points: { from: 1, to: 499 } },
    {
      name: "Gold",
      points: { from: 500, to: 100_000 },
      earning_rules: { [rule.id]: { type: "MULTIPLY", multiplier: 2 } },
    },
  ]);
  tell("A loyalty program with two tiers", [
    `${program.id} "${program.name}": ${rule.source.banner}, which expire a year later, at the end of a quarter`,
    "Silver from 1 point, Gold from 500; Gold earns twice as much",
  ]);
  return program;
}

async function join(program: string): Promise<string> {
  const card = await must("POST", `/v1/loyalties/${program}/members`, { customer: cleo });
  tell("Cleo joins", [`her card is ${card.code}`]);
  return card.code;
}

const cardOf = async (code: string) =>
  (await must("GET", `/v1/loyalties/members/${code}`)).loyalty_card;

const tierOf = async (code: string): Promise<string> =>
  (await must("GET", `/v1/loyalties/members/${code}/tiers`)).data[0]?.name ?? "none";

/** Pays for an order and waits for its points, and for the tier that they lead into. */
async function pay(code: string, amount: number, points: number, tier: string): Promise<void> {
  await must("POST", "/v1/orders", {
    source_id: `club-${RUN}-${amount}`,
    amount,
    status: "PAID",
    customer: cleo,
  });
  const card = await until(
    () => cardOf(code),
    ({ balance }) => balance === points,
  );
  const now = await until(
    () => tierOf(code),
    (name) => name === tier,
  );
  tell(`She pays for an order of ${money(amount)}`, [
    `balance: ${card.balance} points, tier: ${now}`,
    `next to expire: ${card.next_expiration_points} on ${card.next_expiration_date}`,
  ]);
}

async function payWithPoints(program: string, code: string): Promise<string> {
  const coin = await must("POST", "/v1/rewards", {
    name: "Pay with points",
    type: "COIN",
    parameters: { coin: { exchange_ratio: 1, points_ratio: 100 } },
  });
  await must("POST", `/v1/rewards/${coin.id}/assignments`, { campaign: program });
  const done = await must("POST", "/v1/redemptions", {
    redeemables: [{ object: "loyalty_card", id: code, reward: { id: coin.id, points: 300 } }],
    order: { source_id: `club-${RUN}-paid`, amount: 1000 },
    customer: cleo,
  });
  const [redemption] = done.redemptions;
  const after = await cardOf(code);
  tell("300 points pay 3.00 of another order", [
    `to pay ${money(done.order.total_amount)}; balance ${after.balance}`,
  ]);
  const back = await must("POST", `/v1/redemptions/${redemption.id}/rollback`);
  tell("She sends it back", [`${back.result}; balance ${(await cardOf(code)).balance}`]);
  return coin.id;
}

/** What the same points would pay at another time: a dry run, which changes nothing. */
async function lookAhead(coin: string, code: string): Promise<void> {
  const { next_expiration_date: last } = await cardOf(code);
  const after = new Date(Date.parse(last) + 2 * 86_400_000).toISOString();
  const ask = async (as_of: string) => {
    const { valid, redeemables, order } = await must("POST", "/v1/validations", {
      redeemables: [{ object: "loyalty_card", id: code, reward: { id: coin, points: 300 } }],
      order: { amount: 1000 },
      customer: cleo,
      options: { as_of },
    });
    return valid ? `to pay ${money(order.total_amount)}` : redeemables[0].result.error.key;
  };
  tell(`Would they still pay after ${last}?`, [
    `as of ${last}: ${await ask(`${last}T12:00:00Z`)}`,
    `as of ${after.slice(0, 10)}: ${await ask(after)}`,
  ]);
}

async function buyReward(program: string, code: string): Promise<void> {
  const mug = await must("POST", "/v1/products", { source_id: `mug-${RUN}`, name: "Mug" });
  const reward = await must("POST", "/v1/rewards", {
    name: "A mug",
    type: "MATERIAL",
    stock: 1,
    parameters: { product: { id: mug.id } },
  });
  await must("POST", `/v1/loyalties/${program}/rewards`, [
    { reward: reward.id, parameters: { loyalty: { points: 250 } } },
  ]);
  const bought = await must("POST", `/v1/loyalties/members/${code}/redemption`, {
    reward: { id: reward.id },
  });
  const { redeemed, stock } = await must("GET", `/v1/rewards/${reward.id}`);
  tell("250 points buy a mug, the only one", [
    `${bought.reward.product.name} for ${bought.amount} points; ${redeemed} of ${stock} taken`,
  ]);
}

async function prove(program: string, code: string): Promise<void> {
  const { data } = await must("GET", `/v1/loyalties/members/${code}/transactions?order=id`);
  const proof = await must("GET", `/v1/loyalties/${program}/ledger-proof`);
  tell("The ledger of the card", [
    ...data.map(
      (entry: Reply["body"]) =>
        `${entry.type.padEnd(18)} ${String(entry.details.balance.points).padStart(6)}  balance ${entry.details.balance.balance}`,
    ),
    `the program owes ${proof.liability.points} points; differences: ${proof.differences.total}; SHA-256 ${proof.hash.slice(0, 16)}...`,
  ]);
}

/** A program from its first card to what it owes. */
export async function loyalty(): Promise<void> {
  const { id } = await makeProgram();
  const code = await join(id);
  await pay(code, 30_000, 300, "Silver");
  await pay(code, 25_000, 550, "Gold");
  await pay(code, 10_000, 750, "Gold");
  await lookAhead(await payWithPoints(id, code), code);
  await buyReward(id, code);
  await prove(id, code);
}
