import { useLocation } from "wouter-preact";
import { answerOf, type Schemas } from "../../../../../clients/typescript/src";
import { Head } from "../../../parts/head";
import { One } from "../../../parts/one";
import { Tabs } from "../../../parts/tabs";
import { server } from "../../../session";
import { VoucherState } from "../../vouchers/facts";
import { PendingList } from "../pending";
import { TransactionList } from "../transactions";
import { MemberDeeds } from "./deeds";
import { Expiration } from "./expiration";
import { MemberFacts } from "./facts";
import { useMemberText } from "./texts";

const NAMES = ["transactions", "pending", "expiration"] as const;

export type MemberCard = Schemas["Voucher"];

interface MemberProps {
  programId: string;
  code: string;
  view: string | undefined;
}

/** One member's card: its points, what moved them, and what can be done. */
export function Member({ programId, code, view }: MemberProps) {
  const t = useMemberText();
  const path = { campaignId: programId, memberId: code };
  return (
    <One
      name={[`members of ${programId}`, code]}
      load={() =>
        answerOf(
          server().GET("/v1/loyalties/{campaignId}/members/{memberId}", { params: { path } }),
        )
      }
      back={[`/programs/${programId}/members`, t("back")]}
    >
      {(card) => (
        <Shown
          programId={programId}
          card={card}
          view={NAMES.find((name) => name === view) ?? "transactions"}
        />
      )}
    </One>
  );
}

interface ShownProps {
  programId: string;
  card: MemberCard;
  view: (typeof NAMES)[number];
}

function Shown({ programId, card, view }: ShownProps) {
  const t = useMemberText();
  const [, go] = useLocation();
  const at = `/programs/${programId}/members/${encodeURIComponent(card.code)}`;
  return (
    <>
      <Head title={card.code} isCode beside={<VoucherState voucher={card} />}>
        <MemberDeeds programId={programId} card={card} />
      </Head>
      <MemberFacts card={card} />
      <section class="stack">
        <Tabs
          label={t("views")}
          tabs={NAMES.map((name) => [name, t(`view.${name}`)] as const)}
          shown={view}
          onShown={(name) => go(`${at}/${name}`, { replace: true })}
        >
          {view === "transactions" && <TransactionList programId={programId} member={card.code} />}
          {view === "pending" && <PendingList programId={programId} member={card.code} />}
          {view === "expiration" && <Expiration programId={programId} code={card.code} />}
        </Tabs>
      </section>
    </>
  );
}
