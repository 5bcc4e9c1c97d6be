import { NotFoundError } from '@org/core';
import type { OperationTypesOf } from '@org/core/driver';
import type { SentMessage } from '../../model/records/sent-message.ts';
import type { SuppressionInput, SuppressionReason } from '../../model/records/suppression.ts';
import type { StepCall } from '../../wire/with-steps.ts';
import type { createOperations } from './operations.ts';

type Call = StepCall<OperationTypesOf<ReturnType<typeof createOperations>>>;

export const steps = {
  /** A message that is not out yet is in another collection. */
  async 'message.get'(id: string, call: Call): Promise<SentMessage> {
    try {
      return await call('message.sent', id);
    } catch (error) {
      if (!NotFoundError.isInstance(error)) throw error;
      return call('message.scheduled', id);
    }
  },
  /** MailerSend removes by id, and finds no id by address: this reads the lists. */
  async 'suppression.remove'(input: SuppressionInput, call: Call): Promise<undefined> {
    const { email, reason, scopeId } = input;
    const found = new Map<SuppressionReason, string[]>();
    let cursor: string | undefined;
    do {
      const page = await call('suppression.page', { reason, scopeId, cursor });
      for (const { id, suppression } of page.items) {
        if (suppression.email.toLowerCase() !== email.toLowerCase()) continue;
        found.set(suppression.reason, [...(found.get(suppression.reason) ?? []), id]);
      }
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    if (found.size === 0)
      throw new NotFoundError({
        message: 'MailerSend has no such suppression of this address.',
        provider: 'mailersend',
        operation: 'suppression.remove',
        outcome: 'not-sent',
      });
    for (const [own, ids] of found) await call('suppression.delete', { ids, reason: own, scopeId });
    return undefined;
  },
};
