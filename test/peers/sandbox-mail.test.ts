import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { officialSdks, type PlainMail } from '../../bench/email/official-sdks.ts';
import { type MailService, startMailService } from '../../packages/sandbox/src/mail/service/service.ts';

const mail: PlainMail = {
  from: { name: 'Ann Ångström', address: 'ann@acme.dev' },
  to: 'bob@example.com',
  subject: 'Grüße aus Zürich ✓',
  html: '<p>Hällo</p>',
  text: 'Hällo',
  tag: 'spring',
};

let service: MailService;

beforeAll(async () => {
  service = await startMailService();
});
afterAll(() => service.close());

describe('the official SDK, with the sandbox as its base URL and a key of its own', () => {
  it.each(Object.keys(officialSdks))('%s sends a mail', async (name) => {
    const { origin } = new URL(service.apiUrl);
    const send = await officialSdks[name]?.(`${origin}/${name}`);
    await send?.(mail);
    const message = service.mailbox.list().at(-1);
    expect(message?.labels?.service ?? 'plunk').toBe(name);
    expect(message?.envelope).toEqual({ from: 'ann@acme.dev', to: ['bob@example.com'] });
    const { from, subject, html } = message?.parsed ?? {};
    expect([from?.name, subject, html]).toEqual([mail.from.name, mail.subject, mail.html]);
    if (name !== 'plunk') expect(message?.labels?.tags?.join()).toMatch(/^spring(?::true)?$/);
  });
});
