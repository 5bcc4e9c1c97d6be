import type { ServiceResponse } from '@org/core';
import { textAt } from '@org/core/driver';
import { allAccepted, type PreparedMessage, type SendReceipt } from '../../driver.ts';

/** Events have the id without its angle brackets. */
const idOf = (response: ServiceResponse) => textAt(response.json(), 'id')?.replace(/^<|>$/g, '');

export function provesSend(response: ServiceResponse): boolean {
  return Boolean(idOf(response));
}

export function decodeReceipt(response: ServiceResponse, message: PreparedMessage): SendReceipt {
  const words = textAt(response.json(), 'message');
  return { ...allAccepted(message, idOf(response)), ...(words === undefined ? {} : { response: words }) };
}
