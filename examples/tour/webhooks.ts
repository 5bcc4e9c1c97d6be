import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createEmailClient, type DeliveryEvent } from '@org/email';
import { toNodeHandler } from '@org/email/node-handler';
import { resend } from '@org/email/resend';
import type { MailService } from '@org/sandbox';
import type { Narrator } from './narrator.ts';

/** A mail by another service, found by search, and its signed events at a URL of the program. */
export async function webhooksChapter(mail: MailService, tell: Narrator): Promise<void> {
  tell.chapter('Webhooks');
  const { RESEND_API_KEY: apiKey = '', RESEND_BASE_URL: baseUrl = '' } = mail.env;
  const webhookSecret = mail.env['RESEND_WEBHOOK_SECRET'] ?? '';
  await using email = createEmailClient({ driver: resend({ apiKey, baseUrl, webhookSecret }) });
  const told = new EventEmitter();
  const handle = email.webhooks.handler((events) => {
    for (const event of events) told.emit(event.type, event);
  });
  const server = createServer(toNodeHandler(handle)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const targets = [];
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`;
    targets.push(...mail.webhooks.targets.add({ url, service: 'resend' }));
    const unsigned = await fetch(url, { method: 'POST', body: '{}' });
    tell.check(unsigned.status === 401, 'a webhook without a signature was refused', '401');

    const clicked = once(told, 'clicked', { signal: AbortSignal.timeout(5_000) });
    const message = { from: 'ann@acme.dev', subject: 'Twelve bridges', text: 'https://acme.dev/map' };
    const { outcomes } = await email.send({ ...message, to: 'click@example.com' });
    const found = mail.mailbox.search('to:click subject:"twelve bridges"');
    tell.check(found.length === 1, 'the mail was found by the search language', `${found.length} hit`);

    const [{ recipient, messageId }] = (await clicked) as [DeliveryEvent];
    tell.check(
      messageId !== undefined && messageId === outcomes[0]?.messageId,
      'the click on its link was told by a signed webhook',
      recipient,
    );
  } finally {
    for (const { id } of targets) mail.webhooks.targets.remove(id);
    server.close();
    server.closeAllConnections();
  }
}
