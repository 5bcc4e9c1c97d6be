// What senders meet in their first week, through every driver with a recorded request.
import { createFakeTransport } from '@org/core/testing';
import { createEmailClient, type EmailMessage } from '@org/email';
import { describe, expect, it } from 'vitest';
import { fixtures } from './answers/fixtures.ts';
import { driverOf, type ServiceName, serviceNames } from './answers/services.ts';
import { engineOf, hurry, replyOf } from './answers/stage.ts';

const message = {
  from: 'ann@mail.example',
  to: 'bob@other.example',
  subject: 'Hi',
  html: '<p>Hi</p>',
} as const;

/** The request that a message becomes, as text, and the result. */
async function send(service: ServiceName, changes: Partial<EmailMessage>) {
  const accepted = fixtures[service].find(({ means, what }) => means === 'accepted' && !what.includes('400'));
  if (accepted === undefined) throw new Error(`No accepted answer of ${service}`);
  const engine = engineOf(accepted);
  const transport = createFakeTransport([{ answer: replyOf(accepted) }]);
  const email = createEmailClient({
    driver: driverOf(service, 'https://service.example'),
    ...engine,
    transport,
  });
  const result = await hurry(engine, email.send({ ...message, ...changes } as EmailMessage));
  return { body: transport.requests[0]?.text() ?? '', result };
}

describe.each(serviceNames)('the first week with %s', (service) => {
  const { ownContent } = driverOf(service, 'https://service.example').capabilities.message;
  const ofContent = it.skipIf(ownContent === false);

  it('E10: a file with a content id is inline, or refused', async () => {
    const attachments = [{ filename: 'logo.png', content: 'x', contentId: 'logo' }];
    const driver = driverOf(service, 'https://service.example');
    const sending = send(service, { attachments });
    if (!driver.capabilities.message.inlineAttachments)
      return expect(sending).rejects.toMatchObject({ code: 'unsupported' });
    expect((await sending).body).toMatch(/logo/);
    return expect((await send(service, { attachments })).body).toMatch(
      /inline|"cid:logo"|Inlined|content_?id|"images"/i,
    );
  });

  ofContent('E10: a tab in a subject is a space', async () => {
    const { body } = await send(service, { subject: 'Report\tof May' });
    expect(body).toMatch(/Report(?: |\+|%20)of(?: |\+|%20)May/);
  });

  ofContent('E10: a long header arrives whole, and one that cannot be folded is refused', async () => {
    const ids = Array.from(
      { length: 40 },
      (_, index) => `<${index}.abcdefghijklmnopqrstuvwxyz@mail.example>`,
    );
    const References = ids.join(' ');
    expect(References.length).toBeGreaterThan(1_500);
    const outcome = await send(service, { headers: { References } }).catch((error) => error);
    const text = outcome.body === undefined ? '' : decodeURIComponent(outcome.body.replaceAll('+', ' '));
    // Services have limits of their own, which are refused by name.
    if (text === '') expect(outcome.message).toMatch(/References|header/i);
    else expect(text).toContain('39.abcdefghijklmnopqrstuvwxyz@mail.example');
    await expect(send(service, { headers: { References: 'x'.repeat(999) } })).rejects.toMatchObject({
      code: 'invalid-input',
      issues: [{ path: 'headers.References' }],
    });
  });

  ofContent('E10: a repeated header arrives twice, or is refused by name', async () => {
    const headers = { 'X-Label': ['red', 'blue'] };
    const outcome = await send(service, { headers }).catch((error) => error);
    if (driverOf(service, 'https://service.example').capabilities.message.repeatedHeaders) {
      expect(outcome.body).toMatch(/red.*blue/);
      return;
    }
    expect(outcome).toMatchObject({ code: 'unsupported', issues: [{ path: 'headers' }] });
  });

  it('E10: blind copies alone need no `to: []`, or are refused before a request', async () => {
    const { to: _, ...rest } = message;
    const transport = createFakeTransport([]);
    const driver = driverOf(service, 'https://service.example');
    const email = createEmailClient({ driver, transport, limiter: false, retry: false });
    const sending = email.send({ ...rest, bcc: 'bob@other.example' });
    const isPossible = driver.capabilities.message.withoutTo === true && driver.capabilities.message.bcc;
    await expect(sending).rejects.toThrow();
    expect(transport.requests.length).toBe(isPossible ? 1 : 0);
  });

  it('E10: an address to unsubscribe may have a subject', async () => {
    const listUnsubscribe = { mailto: 'leave@mail.example?subject=list 17' };
    const outcome = await send(service, { listUnsubscribe }).catch((error) => error);
    if (outcome.body === undefined) expect(outcome).toMatchObject({ code: 'unsupported' });
    else
      expect(decodeURIComponent(outcome.body)).toMatch(
        /mailto:leave@mail\.example\?subject=list(?:%20| |\+)17/,
      );
  });
});

it('Brevo gets a file name in ASCII, and the result says so', async () => {
  const { body, result } = await send('brevo', {
    attachments: [{ filename: 'Rechnung März.pdf', content: 'x' }],
  });
  expect(body).toContain('"Rechnung Marz.pdf"');
  expect(result.lossy).toEqual([
    { field: 'attachments', action: 'approximated', detail: 'file names are written in ASCII' },
  ]);
});
