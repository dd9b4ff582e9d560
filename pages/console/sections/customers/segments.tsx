import { useQuery } from "@tanstack/preact-query";
import { Users } from "lucide-preact";
import { answerOf } from "../../../../clients/typescript/src";
import { Ghosts, State } from "../../../shared/parts/state";
import { FailedState } from "../../parts/failure";
import { server } from "../../session";
import type { CustomerView } from "./customer";
import { useCustomerText } from "./texts";

/** The segments that the customer is in now. */
export function Segments({ customer: { id } }: { customer: CustomerView }) {
  const t = useCustomerText();
  const params = { path: { customerId: id } };
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ["customers", id, "segments"],
    queryFn: () => answerOf(server().GET("/v1/customers/{customerId}/segments", { params })),
  });
  if (error) return <FailedState error={error} onAgain={() => void refetch()} />;
  if (isPending) return <Ghosts lines={2} />;
  if (data.data.length === 0) return <State icon={Users} title={t("segments.none")} />;
  return (
    <ul class="row card plain-list">
      {data.data.map((segment) => (
        <li key={segment.id} class="badge accent">
          {segment.name}
        </li>
      ))}
    </ul>
  );
}
