import { useQuery } from "@tanstack/preact-query";
import { answerOf } from "@vouchsafe/client";
import { useEffect, useRef } from "preact/hooks";
import { readFailure } from "../shared/parts/state";
import { setting, storage } from "../shared/setting";
import { backEnd } from "./clients";
import { SHOPPERS, type Shopper } from "./shoppers";

/** Who is signed in, and what the back end knows of them. */
export interface SignedIn {
  shopper: Shopper;
  /** Proves to the service who is shopping. */
  token: string;
  /** The card of the club, with the reward that turns points into money. */
  card: { code: string; reward: string; points: number; pointsOfOne: number } | null;
  /** The shopper's own code to share. */
  ownCode: string | null;
}

const MINUTES = 60;
/** Long before the token lapses. */
const RENEWED_MS = (MINUTES / 2) * 60_000;

const signedIn = setting<Shopper | null>({
  name: "demo-shopper",
  store: storage("sessionStorage"),
  read: (text) => SHOPPERS.find(({ source_id }) => source_id === text) ?? null,
  write: (shopper) => shopper?.source_id ?? null,
});

export const signIn = (shopper: Shopper): void => signedIn.set(shopper);
export const signOut = (): void => signedIn.set(null);

async function cardOf(code: string): Promise<SignedIn["card"]> {
  const path = { memberId: code };
  const [member, rewards] = await Promise.all([
    answerOf(backEnd.GET("/v1/loyalties/members/{memberId}", { params: { path } })),
    answerOf(backEnd.GET("/v1/loyalties/members/{memberId}/rewards", { params: { path } })),
  ]);
  for (const { reward } of rewards.data) {
    if (!("coin" in reward.parameters)) continue;
    const { coin } = reward.parameters;
    const points = member.loyalty_card?.balance ?? 0;
    return { code, reward: reward.id, points, pointsOfOne: coin.points_ratio };
  }
  return null;
}

/** What a back end does when somebody signs in: a token for the page, and what it knows of cards. */
async function letIn(shopper: Shopper): Promise<SignedIn> {
  const customerId = shopper.source_id;
  const [{ token }, held] = await Promise.all([
    answerOf(
      backEnd.POST("/v1/customers/{customerId}/client-token", {
        params: { path: { customerId } },
        body: { ttl: MINUTES, ttl_unit: "MINUTES" },
      }),
    ),
    answerOf(
      backEnd.GET("/v1/customers/{customerId}/redeemables", { params: { path: { customerId } } }),
    ),
  ]);
  const codeOf = (isWanted: (each: (typeof held.data)[number]) => boolean): string | null =>
    held.data.find(isWanted)?.redeemable?.voucher?.code ?? null;
  const member = codeOf(({ voucher_type }) => voucher_type === "LOYALTY_CARD");
  return {
    shopper,
    token,
    card: member === null ? null : await cardOf(member),
    ownCode: codeOf(({ holder_role }) => holder_role === "REFERRER"),
  };
}

/** The shopper, once the back end has let them in; while they stay, it does so again before the end. */
export function useSignedIn() {
  const shopper = signedIn.use();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ["sign-in", shopper?.source_id ?? null],
    queryFn: () => (shopper ? letIn(shopper) : null),
    staleTime: RENEWED_MS,
    refetchInterval: RENEWED_MS,
    refetchOnWindowFocus: true,
  });
  return {
    shopper,
    who: shopper ? (data ?? null) : null,
    refusedEntry: data === undefined ? error : null,
    isEntering: isFetching,
    enter: refetch,
  };
}

const RENEWED_AGAIN_MS = 60_000;

/**
 * Signs in again where the service refuses the shopper's token: it may have lapsed while the browser
 * slept. Whether the shop is closed to whoever asks, since another token did not help either.
 */
export function useClosed(
  { who, isEntering, enter }: ReturnType<typeof useSignedIn>,
  error: unknown,
): boolean {
  const renewed = useRef(0);
  const status = error === null ? null : readFailure(error).status;
  const isLapsed = status === 401 && who !== null && !isEntering;
  const canRenew = isLapsed && Date.now() - renewed.current > RENEWED_AGAIN_MS;
  useEffect(() => {
    if (!canRenew) return;
    renewed.current = Date.now();
    void enter();
  }, [canRenew]);
  return (status === 401 || status === 403) && !canRenew && !isEntering;
}
