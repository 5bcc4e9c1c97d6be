// Azure's `Operation-Id`, and the connection string that its programs and its driver read.
import { createEmailClient } from '@org/email';
import { azure } from '@org/email/azure';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type MailService, startMailService } from '../../src/mail/service/service.ts';
import { anyKey, postMail } from './post-mail.ts';

let service: MailService;
beforeEach(async () => {
  service = await startMailService({ strict: true });
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await service.close();
});

/** In place of the strict service: any key will do. */
async function startOpen(): Promise<MailService> {
  await service.close();
  service = await startMailService();
  return service;
}

it.each(['COMMUNICATION_CONNECTION_STRING', 'AZURE_API_KEY', ''])(
  'takes the printed keys without %s',
  async (left) => {
    for (const [name, value] of Object.entries(service.env))
      vi.stubEnv(name, name === left ? undefined : value);
    vi.stubEnv('COMMUNICATION_CONNECTION_STRING', process.env['COMMUNICATION_CONNECTION_STRING']);
    await using email = createEmailClient({ driver: azure() });
    await email.send({ from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Hi', text: 'Hi' });
    expect(service.mailbox.list()).toHaveLength(1);
  },
);

it('prints the connection string of its own resource', () => {
  const { AZURE_BASE_URL: url, AZURE_API_KEY: key, COMMUNICATION_CONNECTION_STRING: text } = service.env;
  expect(text).toBe(`endpoint=${url}/;accesskey=${key}`);
});

it('takes the id that a client chose, and sends once for it', async () => {
  await startOpen();
  const id = '0190d5c4-0000-4000-8000-000000000001';
  const send = async (chosen: string) => {
    const response = await fetch(`${service.services['azure']?.url}/emails:send?api-version=2025-09-01`, {
      method: 'POST',
      headers: { ...anyKey('azure'), 'operation-id': chosen },
      body: JSON.stringify({
        senderAddress: 'ann@acme.dev',
        content: { subject: 'S', plainText: 'T' },
        recipients: { to: [{ address: 'bob@example.com' }] },
      }),
    });
    return [response.status, (await response.json()).id];
  };
  service.failNext({ where: 'after', drop: true });
  await expect(send(id)).rejects.toThrow();
  expect(await send(id)).toEqual([202, id]);
  expect(service.mailbox.list()).toHaveLength(1);
  expect(await send('mine')).toEqual([202, expect.stringMatching(/^[\da-f-]{36}$/)]);
  expect(service.mailbox.list()).toHaveLength(2);
});

it.each([[{ subject: 'S', html: '', plainText: '' }], [{ subject: 'S' }]])(
  'refuses a mail without content: %j',
  async (content) => {
    const [status, answer] = await postMail(
      await startOpen(),
      'azure',
      '/emails:send?api-version=2025-09-01',
      { senderAddress: 'ann@acme.dev', content, recipients: { to: [{ address: 'bob@example.com' }] } },
    );
    expect([status, answer]).toMatchObject([400, { error: { message: expect.stringContaining('content') } }]);
    expect(service.mailbox.list()).toEqual([]);
  },
);
