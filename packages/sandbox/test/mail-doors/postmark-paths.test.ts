// Postmark's reference and its SDKs spell paths differently; the door takes each spelling.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MailService, startMailService } from '../../src/mail/service/service.ts';

let service: MailService;
beforeAll(async () => {
  service = await startMailService();
});
afterAll(() => service.close());

const ask = (method: string, path: string, json?: object) =>
  fetch(`${service.services['postmark']?.url}${path}`, {
    method,
    headers: { 'x-postmark-account-token': 'any', 'x-postmark-server-token': 'any' },
    ...(json && { body: JSON.stringify(json) }),
  });

describe('a path of Postmark', () => {
  it.each([
    ['PUT', 'verifyDkim', { DKIMVerified: true }],
    ['PUT', 'verifyDKIM', { DKIMVerified: true }],
    ['POST', 'verifyspf', { SPFVerified: true }],
    ['POST', 'verifySPF', { SPFVerified: true }],
    ['POST', 'rotatedkim', { DKIMUpdateStatus: 'Pending' }],
    ['POST', 'rotateDKIM', { DKIMUpdateStatus: 'Pending' }],
  ])('%s /domains/:id/%s', async (method, name, answer) => {
    const Name = `${name}.acme.dev`;
    const { ID } = (await (await ask('POST', '/domains', { Name })).json()) as { ID: number };
    const response = await ask(method, `/domains/${ID}/${name}`);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ Name, ...answer });
  });

  it('is found at the root of the host too, by the header of the key', async () => {
    const root = new URL(service.apiUrl).origin;
    const headers = { 'x-postmark-server-token': 'any' };
    const mail = { From: 'ann@acme.dev', To: 'bob@example.com', Subject: 'Hi', TextBody: 'Hi' };
    const init = { method: 'POST', headers, body: JSON.stringify(mail) };
    expect(await (await fetch(`${root}/email`, init)).json()).toMatchObject({ ErrorCode: 0 });
    expect((await fetch(`${root}/unknown`, init)).status).toBe(404);
    expect((await fetch(`${root}/email`, { ...init, headers: {} })).status).toBe(404);
    expect(service.mailbox.list()).toHaveLength(1);
  });

  it.each(['opens/emailclients', 'opens/emailClients', 'opens/readtimes', 'clicks/browserfamilies'])(
    'GET /stats/outbound/%s',
    async (path) => {
      const response = await ask('GET', `/stats/outbound/${path}`);
      expect(await response.json()).toMatchObject({ Days: [] });
    },
  );
});
