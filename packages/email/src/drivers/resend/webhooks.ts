import { readWebhookBody, readWebhookItems, standardWebhooks, type WebhookScheme } from '../../driver.ts';
import { readEvent } from './events.ts';

/** resend.com/docs, "Verify webhook requests". */
export const webhookScheme: WebhookScheme = {
  ...standardWebhooks('Resend', 'svix'),
  read({ text, header }) {
    const id = header('svix-id') ?? header('webhook-id') ?? '';
    return readWebhookItems(readWebhookBody(text), {
      provider: 'resend',
      read: (item) => readEvent(item, id),
    });
  },
};
