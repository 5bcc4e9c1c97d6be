// What Resend refuses and keeps that its contract says and drivers do not need.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type MailService, startMailService } from '../../src/mail/service/service.ts';
import { postMail } from './post-mail.ts';

let service: MailService;
beforeAll(async () => {
  service = await startMailService();
});
beforeEach(() => service.reset());
afterAll(() => service.close());

// biome-ignore lint/suspicious/noExplicitAny: answers of any form
type Answer = readonly [status: number, body: any];

const ask = (method: string, path: string, body?: object): Promise<Answer> =>
  postMail(service, 'resend', path, body, method);
const mail = { from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Hi', html: '<p>Hi</p>' };

describe('resend', () => {
  it('refuses a mail whose template has no value for a variable', async () => {
    const variables = [{ key: 'NAME', type: 'string' }];
    const template = { name: 'T', subject: 'Hi {{{NAME}}}', html: '<p>{{{NAME}}}</p>', variables };
    const [, { id }] = await ask('POST', '/templates', template);
    await ask('POST', `/templates/${id}/publish`);
    const send = (values: object) =>
      ask('POST', '/emails', {
        ...mail,
        subject: undefined,
        html: undefined,
        template: { id, variables: values },
      });
    expect(await send({})).toMatchObject([
      422,
      { name: 'validation_error', message: expect.stringContaining('`NAME`') },
    ]);
    expect((await send({ NAME: 'Bob' }))[0]).toBe(200);
    expect(service.mailbox.list()).toMatchObject([{ parsed: { subject: 'Hi Bob' } }]);
  });

  it('refuses a file by URL, and names the option that would fetch it', async () => {
    const attachments = [{ filename: 'a.pdf', path: 'http://127.0.0.1:9/a.pdf' }];
    const [status, { message }] = await ask('POST', '/emails', { ...mail, attachments });
    expect([status, message]).toEqual([422, expect.stringMatching(/`attachments\[\]\.path`.*--allow-fetch/)]);
    expect(service.mailbox.list()).toEqual([]);
  });

  it('pages backwards from `before`', async () => {
    const ids: string[] = [];
    for (const name of ['1', '2', '3', '4'])
      ids.push((await ask('POST', '/topics', { name, default_subscription: 'opt_in' }))[1].id);
    const page = async (query: string) => {
      const [, { data, has_more }] = await ask('GET', `/topics?${query}`);
      return [data.map(({ id }: { id: string }) => ids.indexOf(id)), has_more];
    };
    expect(await page(`before=${ids[3]}&limit=2`)).toEqual([[1, 2], true]);
    expect(await page(`before=${ids[1]}&limit=2`)).toEqual([[0], false]);
    expect(await page(`after=${ids[1]}&limit=2`)).toEqual([[2, 3], false]);
    expect((await ask('GET', `/topics?after=${ids[1]}&before=${ids[3]}`))[0]).toBe(422);
  });

  it('sends a broadcast to the subscribed contacts of a segment and a topic', async () => {
    const [, { id: segment_id }] = await ask('POST', '/segments', { name: 'S' });
    const [, { id: topic_id }] = await ask('POST', '/topics', { name: 'T', default_subscription: 'opt_in' });
    const segments = [segment_id];
    const topics = [{ id: topic_id, subscription: 'opt_out' }];
    await ask('POST', '/contacts', { email: 'bob@example.com', first_name: 'Bob', segments });
    await ask('POST', '/contacts', { email: 'cleo@example.com', segments, topics });
    await ask('POST', '/contacts', { email: 'dora@example.com', segments, unsubscribed: true });
    await ask('POST', '/contacts', { email: 'eve@example.com' });
    const content = { from: 'ann@acme.dev', subject: 'Hi {{{FIRST_NAME|you}}}', html: '<p>News</p>' };
    const broadcast = { ...content, segment_id, topic_id, send: true };
    expect((await ask('POST', '/broadcasts', broadcast))[0]).toBe(201);
    expect(service.mailbox.list().map(({ envelope, parsed }) => [envelope.to, parsed.subject])).toEqual([
      [['bob@example.com'], 'Hi Bob'],
    ]);
  });

  it('cancels a scheduled broadcast before its time, and not after it', async () => {
    const [, { id: segment_id }] = await ask('POST', '/segments', { name: 'S' });
    await ask('POST', '/contacts', { email: 'bob@example.com', segments: [segment_id] });
    const content = { from: 'ann@acme.dev', subject: 'News', html: '<p>News</p>', segment_id };
    const start = async (inMs: number) => {
      const scheduled_at = new Date(Date.now() + inMs).toISOString();
      return (await ask('POST', '/broadcasts', { ...content, send: true, scheduled_at }))[1].id;
    };
    const [soon, later] = [await start(100), await start(3_600_000)];
    await service.mailbox.waitFor(() => true);
    expect(await ask('POST', `/broadcasts/${soon}/cancel`)).toMatchObject([422, {}]);
    expect((await ask('POST', `/broadcasts/${soon}/send`))[0]).toBe(422);
    expect((await ask('GET', `/broadcasts/${soon}`))[1]).toMatchObject({ status: 'sent' });
    expect((await ask('POST', `/broadcasts/${later}/cancel`))[0]).toBe(200);
    expect((await ask('GET', `/broadcasts/${later}`))[1]).toMatchObject({ status: 'draft' });
    expect(service.mailbox.list()).toHaveLength(1);
  });

  it('tells a disabled webhook nothing', async () => {
    const [, { id }] = await ask('POST', '/webhooks', {
      endpoint: 'http://127.0.0.1:9/h',
      events: ['email.delivered'],
    });
    expect(service.webhooks.targets.list()).toMatchObject([{ events: ['delivered'] }]);
    await ask('PATCH', `/webhooks/${id}`, { status: 'disabled' });
    expect((await ask('GET', `/webhooks/${id}`))[1]).toMatchObject({
      status: 'disabled',
      events: ['email.delivered'],
    });
    expect(service.webhooks.targets.list().map(({ events }) => events)).toEqual([[]]);
  });
});

describe('what Resend keeps of addresses', () => {
  it.each(['address', 'id'])('removes by %s a suppression that was added twice and bounced', async (by) => {
    await postMail(service, 'elasticemail', '/suppressions/bounces', ['bob@example.com']);
    expect((await ask('GET', '/suppressions'))[1].data).toMatchObject([{ origin: 'bounce' }]);
    const add = async () => (await ask('POST', '/suppressions', { email: 'bob@example.com' }))[1].id;
    const id = await add();
    expect(await add()).toBe(id);
    expect((await ask('DELETE', `/suppressions/${by === 'id' ? id : 'bob@example.com'}`))[0]).toBe(200);
    expect((await ask('GET', '/suppressions/bob@example.com'))[0]).toBe(404);
    expect((await ask('GET', '/suppressions'))[1].data).toEqual([]);
  });

  it('counts the rows of an import without an address as failed', async () => {
    const form = new FormData();
    form.set('file', new Blob(['email,first_name\n,Ann\nnobody,Bob\ncy@example.com,Cy']), 'a.csv');
    const [, { id }] = await ask('POST', '/contacts/imports', form);
    const counts = { total: 3, created: 1, updated: 0, skipped: 0, failed: 2 };
    expect((await ask('GET', `/contacts/imports/${id}`))[1]).toMatchObject({ counts });
    expect((await ask('GET', '/contacts'))[1].data).toMatchObject([{ email: 'cy@example.com' }]);
  });
});
