import type { ServiceResponse } from '@org/core';
import { textAt } from '@org/core/driver';
import {
  allAccepted,
  type BatchReceipts,
  batchReceipts,
  type PreparedMessage,
  readJson,
  type SendReceipt,
} from '../../driver.ts';
import * as z from '../../wire/schema.ts';

/** Brevo's ids have angle brackets in some places only. */
export const withoutBrackets = (id: string): string => id.replace(/^<|>$/g, '');

const batchBody = z.object({ messageIds: z.array(z.string()) });

/** The ids of the versions; the id alone for a message without versions. */
function idsOf(response: ServiceResponse): readonly string[] {
  const id = textAt(response.json(), 'messageId');
  const ids = readJson(batchBody, response.json())?.messageIds ?? [];
  return (ids.length > 0 ? ids : id === undefined ? [] : [id]).map(withoutBrackets);
}

export const provesSend = (response: ServiceResponse): boolean => idsOf(response).length > 0;

export function mapReceipt(response: ServiceResponse, message: PreparedMessage): SendReceipt {
  return allAccepted(message, idsOf(response)[0]);
}

/** One id for each version, in order ("version wise message ID's"). */
export function mapReceipts(response: ServiceResponse, messages: readonly PreparedMessage[]): BatchReceipts {
  return batchReceipts(messages, idsOf(response), (id, message) => allAccepted(message, id));
}
