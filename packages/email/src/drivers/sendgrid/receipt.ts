import type { ServiceResponse } from '@org/core';
import { allAccepted, type PreparedMessage, type SendReceipt } from '../../driver.ts';

const idHeader = 'x-message-id';

/** The response has SendGrid's own id in a header, or no body. */
const answers =
  (expected: number) =>
  ({ status, headers, bytes }: ServiceResponse): boolean =>
    status === expected && (headers.get(idHeader) !== null || bytes.byteLength === 0);

export const provesSend = answers(202);

/** Of a mail in sandbox mode: nothing is sent. */
export const provesValidation = answers(200);

/** The result has our id; SendGrid's own is in `response`. */
export function mapReceipt({ headers }: ServiceResponse, message: PreparedMessage, id: string): SendReceipt {
  const ownId = headers.get(idHeader);
  return { ...allAccepted(message, id), ...(ownId === null ? {} : { response: `X-Message-Id: ${ownId}` }) };
}
