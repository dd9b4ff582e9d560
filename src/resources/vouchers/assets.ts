import { timingSafeEqual } from "node:crypto";
import { signatureOf } from "../../lib/signature";

/** Where the images of a voucher are: links that need no keys and do not contain the code. */
export interface AssetLinks {
  baseUrl: string;
  signingSecret: string;
}

const signed = (secret: string, payload: string): string =>
  signatureOf(`${secret}:assets`, payload).slice(0, 32);

/** The id of a voucher's images: project and voucher under a signature. */
function assetId({ signingSecret }: AssetLinks, projectId: string, voucherId: string): string {
  const payload = `${projectId}.${voucherId}`;
  return `${payload}.${signed(signingSecret, payload)}`;
}

/** `assets` of a voucher (contract, "Voucher"). */
export function viewAssets(links: AssetLinks, projectId: string, voucherId: string) {
  const id = assetId(links, projectId, voucherId);
  const url = (kind: string) => `${links.baseUrl}/assets/${kind}/${id}`;
  return { qr: { id, url: url("qr") }, barcode: { id, url: url("barcode") } };
}

/** The voucher that an asset id was signed for, or null where the signature does not fit. */
export function readAssetId(
  id: string,
  signingSecret: string,
): { projectId: string; voucherId: string } | null {
  const [projectId = "", voucherId = "", signature = "", ...rest] = id.split(".");
  const expected = Buffer.from(signed(signingSecret, `${projectId}.${voucherId}`));
  const given = Buffer.from(signature);
  const fits =
    rest.length === 0 && expected.length === given.length && timingSafeEqual(expected, given);
  return fits ? { projectId, voucherId } : null;
}
