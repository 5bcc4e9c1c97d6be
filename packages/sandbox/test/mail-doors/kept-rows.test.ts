// What a program writes through a door is read back as it was written, survives a saved state, and a reset
// takes it away.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type MailService, startMailService } from '../../src/mail/service/service.ts';
import { postMail } from './post-mail.ts';

let service: MailService;
beforeAll(async () => {
  service = await startMailService({ rateLimit: false });
});
beforeEach(() => service.reset());
afterAll(() => service.close());

interface Kept {
  readonly path: string;
  readonly content: object;
  /** The field of the id, and the part of the answer that has it. */
  readonly id?: string;
  readonly within?: 'data';
  readonly change?: readonly [method: string, body: object];
}

const patch = (body: object) => ['PATCH', body] as const;
const put = (body: object) => ['PUT', body] as const;

const kept: Readonly<Record<string, readonly Kept[]>> = {
  resend: [
    { path: '/domains', content: { name: 'acme.dev' }, change: patch({ open_tracking: true }) },
    {
      path: '/topics',
      content: { name: 'T', default_subscription: 'opt_in' },
      change: patch({ description: 'D' }),
    },
    { path: '/events', content: { name: 'paid' }, change: patch({ schema: { sum: 'number' } }) },
  ],
  sendgrid: [
    { path: '/v3/asm/groups', content: { name: 'G', description: 'D' }, change: patch({ name: 'H' }) },
    { path: '/v3/senders', content: { nickname: 'N' }, change: patch({ nickname: 'M' }) },
    { path: '/v3/whitelabel/domains', content: { domain: 'acme.dev' }, change: patch({ default: true }) },
  ],
  postmark: [
    { path: '/servers', id: 'ID', content: { Name: 'S' }, change: put({ Color: 'red' }) },
    {
      path: '/domains',
      id: 'ID',
      content: { Name: 'acme.dev' },
      change: put({ ReturnPathDomain: 'p.acme.dev' }),
    },
    {
      path: '/senders',
      id: 'ID',
      content: { Name: 'A', FromEmail: 'a@acme.dev' },
      change: put({ Name: 'B' }),
    },
  ],
  mailersend: [
    { path: '/domains', within: 'data', content: { name: 'acme.dev' } },
    { path: '/identities', within: 'data', content: { email: 'a@acme.dev' }, change: put({ name: 'Ann' }) },
    { path: '/token', within: 'data', content: { name: 'K', scopes: [] }, change: put({ name: 'L' }) },
  ],
};

const rows = Object.entries(kept).flatMap(([door, all]) =>
  all.map((each) => [door, each.path, each] as const),
);

/** Postmark hides the given address behind another name. */
const shownOf = ({ FromEmail: _, ...content }: Readonly<Record<string, unknown>>) => content;

describe.each(rows)('%s %s', (door, path, { content, id = 'id', within, change }) => {
  const ask = async (method: string, at: string, body?: object) => {
    const [status, answer] = await postMail(service, door, at, body, method);
    // biome-ignore lint/suspicious/noExplicitAny: answers of any form
    return { status, body: (within === undefined ? answer : (answer as any)?.[within]) as any };
  };

  it('is read, changed, saved, removed and reset', async () => {
    const made = (await ask('POST', path, content)).body[id];
    const shown = { ...shownOf({ ...content }), [id]: made };
    expect(await ask('GET', `${path}/${made}`)).toMatchObject({ status: 200, body: shown });
    if (change !== undefined)
      expect((await ask(change[0], `${path}/${made}`, change[1])).status).toBeLessThan(300);
    const changed = { ...shown, ...change?.[1] };
    expect((await ask('GET', `${path}/${made}`)).body).toMatchObject(changed);
    const saved = service.save();
    expect((await ask('DELETE', `${path}/${made}`)).status).toBeLessThan(300);
    expect((await ask('GET', `${path}/${made}`)).status).toBeGreaterThanOrEqual(400);
    await service.load(saved);
    expect((await ask('GET', `${path}/${made}`)).body).toMatchObject(changed);
    service.reset();
    expect((await ask('GET', `${path}/${made}`)).status).toBeGreaterThanOrEqual(400);
  });

  it('is refused without what it needs', async () => {
    expect((await ask('POST', path, {})).status).toBeGreaterThanOrEqual(400);
  });
});

it('a row that every account has can be changed and removed', async () => {
  const ask = (method: string, body?: object) =>
    postMail(service, 'sendgrid', '/v3/asm/groups/1', body, method);
  expect(await ask('GET')).toMatchObject([200, { id: 1, name: 'Group 1' }]);
  await ask('PATCH', { name: 'News' });
  expect(await ask('GET')).toMatchObject([200, { id: 1, name: 'News', description: '' }]);
  expect((await ask('DELETE'))[0]).toBe(204);
  expect((await ask('GET'))[0]).toBe(404);
  service.reset();
  expect(await ask('GET')).toMatchObject([200, { name: 'Group 1' }]);
});
