import type { ServiceResponse } from '@org/core';
import { allAccepted, type PreparedMessage, type SendReceipt } from '../../driver.ts';

const idHeader = 'x-message-id';

/** SendGrid answers 202 with its own id in a header, and without a body. */
export function provesSend(response: ServiceResponse): boolean {
  return response.status === 202 && (response.headers.get(idHeader) !== null || isEmpty(response));
}

/** A validated mail is 200, and nothing is sent. */
export function provesValidation(response: ServiceResponse): boolean {
  return response.status === 200 && (response.headers.get(idHeader) !== null || isEmpty(response));
}

function isEmpty({ bytes }: ServiceResponse): boolean {
  return bytes.byteLength === 0;
}

/** The result has our id; SendGrid's own is in `response`. */
export function mapReceipt({ headers }: ServiceResponse, message: PreparedMessage, id: string): SendReceipt {
  const ownId = headers.get(idHeader);
  return { ...allAccepted(message, id), ...(ownId === null ? {} : { response: `X-Message-Id: ${ownId}` }) };
}
