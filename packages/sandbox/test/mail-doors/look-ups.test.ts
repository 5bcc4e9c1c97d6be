// What a service tells of a mail when it is asked is what its webhooks tell.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type MailService, startMailService } from '../../src/mail/service/service.ts';
import { postMail } from './post-mail.ts';

let service: MailService;

beforeAll(async () => {
  service = await startMailService();
});
afterAll(() => service.close());

const [from, subject, text] = ['ann@acme.dev', 'Hi', 'x'];

interface Entry {
  readonly path: string;
  readonly mail: (to: string) => unknown;
  /** The path that tells what became of a mail, of its response. */
  readonly lookUp: (answer: unknown) => string;
  /** A part of the answer for a mail that was delivered, bounced, and clicked. */
  readonly words: readonly [delivered: string, bounced: string, clicked: string];
}

const services: Readonly<Record<string, Entry>> = {
  brevo: {
    path: '/smtp/email',
    mail: (email) => ({ sender: { email: from }, to: [{ email }], subject, textContent: text }),
    lookUp: (answer) => {
      const { messageId } = answer as { readonly messageId: string };
      return `/smtp/statistics/events?messageId=${encodeURIComponent(messageId)}`;
    },
    words: ['delivered', 'hardBounces', 'clicks'],
  },
  elasticemail: {
    path: '/emails/transactional',
    mail: (To) => ({
      Recipients: { To: [To] },
      Content: { From: from, Subject: subject, Body: [{ ContentType: 'PlainText', Content: text }] },
    }),
    lookUp: (answer) => `/events/${(answer as { readonly TransactionID: string }).TransactionID}`,
    words: ['Sent', 'Bounce', 'Click'],
  },
  mailgun: {
    path: '/v3/acme.dev/messages',
    mail: (to) => new URLSearchParams({ from, to, subject, text }),
    lookUp: (answer) => {
      const id = (answer as { readonly id: string }).id.replace(/[<>]/g, '');
      return `/v3/acme.dev/events?message-id=${encodeURIComponent(id)}`;
    },
    words: ['delivered', 'failed', 'clicked'],
  },
  mailjet: {
    path: '/v3.1/send',
    mail: (Email) => ({
      Messages: [{ From: { Email: from }, To: [{ Email }], Subject: subject, TextPart: text }],
    }),
    lookUp: (answer) => `/v3/REST/messagehistory/${/"MessageID":(\d+)/.exec(`${answer}`)?.[1]}`,
    words: ['sent', 'bounced', 'clicked'],
  },
  postmark: {
    path: '/email',
    mail: (To) => ({ From: from, To, Subject: subject, TextBody: text }),
    lookUp: (answer) => `/messages/outbound/${(answer as { readonly MessageID: string }).MessageID}/details`,
    words: ['Delivered', 'Bounced', 'LinkClicked'],
  },
  resend: {
    path: '/emails',
    mail: (to) => ({ from, to, subject, text }),
    lookUp: (answer) => `/emails/${(answer as { readonly id: string }).id}`,
    words: ['delivered', 'bounced', 'clicked'],
  },
  ses: {
    path: '/v2/email/outbound-emails',
    mail: (to) => ({
      FromEmailAddress: from,
      Destination: { ToAddresses: [to] },
      Content: { Simple: { Subject: { Data: subject }, Body: { Text: { Data: text } } } },
    }),
    lookUp: (answer) => `/v2/email/insights/${(answer as { readonly MessageId: string }).MessageId}/`,
    words: ['DELIVERY', 'BOUNCE', 'CLICK'],
  },
};

/** The response, as text where its numbers are too long for JavaScript. */
async function send(name: string, path: string, body: unknown): Promise<unknown> {
  const [status, answer] = await postMail(service, name, path, body, 'POST', name === 'mailjet');
  expect(status).toBeLessThan(300);
  return answer;
}

describe.each(Object.entries(services))('%s', (name, { path, mail, lookUp, words }) => {
  const addresses = ['bob', 'bounce', 'click'].map((word) => `${word}@${name}.example`);

  it.each(addresses.map((to, index) => [to, words[index] ?? ''] as const))('%s: %s', async (to, word) => {
    const asked = lookUp(await send(name, path, mail(to)));
    await vi.waitFor(async () => {
      const [status, answer] = await postMail(service, name, asked, undefined, 'GET');
      expect(status).toBe(200);
      expect(JSON.stringify(answer)).toContain(`"${word}"`);
      if (to.startsWith('bounce')) expect(JSON.stringify(answer)).not.toContain(`"${words[0]}"`);
    });
  });
});

it('SendGrid, with an event that was made by hand', async () => {
  const ask = async () =>
    (await postMail(service, 'sendgrid', '/v3/messages?limit=10', undefined, 'GET'))[1] as {
      readonly messages: readonly { readonly msg_id: string; readonly status: string }[];
    };
  const content = [{ type: 'text/plain', value: text }];
  const personalizations = [{ to: [{ email: 'bob@example.com' }] }];
  await send('sendgrid', '/v3/mail/send', { from: { email: from }, subject, content, personalizations });
  const [sent] = (await ask()).messages;
  expect(sent?.status).toBe('delivered');
  await service.webhooks.trigger({ event: 'bounced', message: sent?.msg_id ?? '' });
  expect((await ask()).messages).toMatchObject([{ status: 'not_delivered' }]);
});

it("Mailgun's events are those that were asked for", async () => {
  const form = new URLSearchParams({ from, to: 'bob@example.com, carol@example.com', subject, text });
  await send('mailgun', '/v3/acme.dev/messages', form);
  const path = '/v3/acme.dev/events?event=delivered&recipient=carol@example.com';
  const [, answer] = await postMail(service, 'mailgun', path, undefined, 'GET');
  expect(answer).toMatchObject({ items: [{ event: 'delivered', recipient: 'carol@example.com' }] });
});
