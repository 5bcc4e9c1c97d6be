import { createEmailClient, isOrgError, memoryReplayStore } from '@org/email';
import { failover } from '@org/email/failover';
import { postmark } from '@org/email/postmark';
import { resend } from '@org/email/resend';
import type { Order, Orders } from './orders.ts';

// Resend sends. While it cannot, Postmark does.
const email = createEmailClient({ driver: failover([resend(), postmark()]) });

/** Sends the mail of an order. Resolves with a line for its history. */
export async function sendReceipt({ id, item, email: to }: Order): Promise<string> {
  try {
    const { provider } = await email.send(
      {
        from: 'The Bread Shop <orders@acme.dev>',
        to,
        subject: `Your order ${id}: ${item}`,
        html: `<h1>Thank you!</h1><p>Your <b>${item}</b> is in the oven.</p>`,
        text: `Thank you! Your ${item} is in the oven.`,
        metadata: { order: id },
      },
      { deadlineMs: 10_000 },
    );
    return `accepted (${provider})`;
  } catch (error) {
    if (!isOrgError(error)) throw error;
    return `${error.outcome}: ${error.code}`;
  }
}

/** The endpoints that the services call. Each checks the signature, and handles a webhook once. */
export function createWebhooks(orders: Orders) {
  const options = { webhooks: { replayStore: memoryReplayStore() } };
  return {
    resend: createEmailClient({ driver: resend(), ...options }).webhooks.handler(orders.record),
    postmark: createEmailClient({ driver: postmark(), ...options }).webhooks.handler(orders.record),
  };
}
