import { type ReceivedWebhook, readWebhookBody, readWebhookItems, standardWebhooks } from '../../driver.ts';
import { readEvent } from './events.ts';

/** resend.com/docs, "Verify webhook requests". */
export const webhookScheme = /* @__PURE__ */ standardWebhooks('Resend', read, 'svix');

function read({ text, header }: ReceivedWebhook) {
  const id = header('svix-id') ?? header('webhook-id') ?? '';
  return readWebhookItems(readWebhookBody(text), { provider: 'resend', read: (item) => readEvent(item, id) });
}
