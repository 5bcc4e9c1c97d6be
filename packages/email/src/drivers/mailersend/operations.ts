import { NotFoundError } from '@org/core';
import { collectPages, composites, type RequestCall } from '../../driver.ts';
import type { SentMessage, SuppressionInput, SuppressionReason } from '../../resources.ts';
import { classify } from './errors.ts';
import { requestsOf } from './requests.ts';

export { webhookScheme } from './webhooks.ts';

type Call = RequestCall<ReturnType<typeof requestsOf>>;

const programs = {
  read: {
    /** A message that is not out yet is in another collection. */
    async 'message.get'(id: string, call: Call): Promise<SentMessage> {
      try {
        return await call('message.sent', id);
      } catch (error) {
        if (!NotFoundError.isInstance(error)) throw error;
        return call('message.scheduled', id);
      }
    },
  },
  idempotent: {
    /** MailerSend removes by id, and finds no id by address: this reads the lists. */
    async 'suppression.remove'(input: SuppressionInput, call: Call): Promise<undefined> {
      const { email, reason, scopeId } = input;
      const found = new Map<SuppressionReason, string[]>();
      const all = await collectPages((cursor) => call('suppression.page', { reason, scopeId, cursor }));
      for (const { id, suppression } of all) {
        if (suppression.email.toLowerCase() !== email.toLowerCase()) continue;
        found.set(suppression.reason, [...(found.get(suppression.reason) ?? []), id]);
      }
      for (const [own, ids] of found) await call('suppression.delete', { ids, reason: own, scopeId });
      return undefined;
    },
  },
};

export function createOperations(domainId: string | undefined) {
  const requests = requestsOf(domainId);
  return { operations: { ...requests, ...composites(requests, programs) }, classify };
}
