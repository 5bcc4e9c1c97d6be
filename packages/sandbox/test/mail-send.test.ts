import { afterEach, describe, expect, it } from 'vitest';
import { createApiBenches, mail } from './mail-api-bench.ts';

const { start, stop } = createApiBenches();
afterEach(stop);

describe('send', () => {
  it('responds as documented, and delivers one message for each recipient', async () => {
    const { service, send } = await start({ now: () => Date.UTC(2026, 0, 2) });
    const { status, json, headers } = await send({
      ...mail,
      to: ['Bob@Example.com', { email: 'eve@example.com', name: 'Eve' }],
      from: { email: 'ann@acme.dev', name: 'Ann "A" Ä' },
      reply: 'help@acme.dev',
      headers: { 'X-Campaign': 'a1' },
    });
    expect(status).toBe(200);
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(json).toMatchObject({
      success: true,
      data: {
        emails: [{ contact: { email: 'bob@example.com' } }, { contact: { email: 'eve@example.com' } }],
        timestamp: '2026-01-02T00:00:00.000Z',
      },
    });
    expect(service.mailbox.list().map(({ id }) => id)).toEqual(
      json.data.emails.map(({ email }: { email: string }) => email),
    );
    // like the service, it writes to the contact, whose address is in lower case
    expect(service.mailbox.list()[0]?.parsed.to).toEqual([{ name: '', address: 'bob@example.com' }]);
    const received = service.mailbox.get(json.data.emails[1].email);
    expect(received).toMatchObject({
      via: 'api',
      receivedAt: new Date(Date.UTC(2026, 0, 2)),
      envelope: { from: 'ann@acme.dev', to: ['eve@example.com'] },
      parsed: {
        from: { name: 'Ann "A" Ä', address: 'ann@acme.dev' },
        to: [{ name: 'Eve', address: 'eve@example.com' }],
        replyTo: [{ name: '', address: 'help@acme.dev' }],
        subject: 'Hi',
        html: '<p>Hello</p>',
        text: 'Hello',
        defect: undefined,
      },
    });
    expect(received?.parsed.headers).toContainEqual({ name: 'x-campaign', value: 'a1' });
  });

  it('carries files and inline images byte for byte', async () => {
    const { service, send } = await start();
    const bytes = Uint8Array.from({ length: 2000 }, (_, index) => index % 256);
    const content = Buffer.from(bytes).toString('base64');
    await send({
      ...mail,
      attachments: [
        { filename: 'naïve 报告.bin', content, contentType: 'application/octet-stream' },
        { filename: 'logo.png', content, contentType: 'image/png', disposition: 'inline', contentId: 'logo' },
      ],
    });
    const attachments = service.mailbox.list()[0]?.parsed.attachments ?? [];
    expect(
      attachments.map(({ filename, contentType, disposition, contentId }) => [
        filename,
        contentType,
        disposition,
        contentId,
      ]),
    ).toEqual(
      expect.arrayContaining([
        ['naïve 报告.bin', 'application/octet-stream', 'attachment', undefined],
        ['logo.png', 'image/png', 'inline', 'logo'],
      ]),
    );
    for (const attachment of attachments) expect(attachment.content).toEqual(bytes);
  });

  it('replaces stored, transient and system variables, and stores the stored ones', async () => {
    const { service, send, call } = await start();
    const body =
      '{{plan}}|{{code}}|{{name ?? you}}|{{missing ?? none }}|{{missing}}|{{email}}|{{data.plan}}|{{id}' +
      '}|{{unsubscribeUrl}}';
    const data = {
      plan: 'pro',
      code: { value: 'X1', persistent: false },
      empty: '',
      id: 'mine',
      email: 'mine',
    };
    const { json } = await send({ ...mail, subject: 'For {{name ?? you}}', body, data });
    const { id } = json.data.emails[0].contact;
    expect(service.mailbox.list()[0]?.parsed.subject).toBe('For you');
    expect(service.mailbox.list()[0]?.parsed.html).toBe(
      `pro|X1|you|none||bob@example.com|pro|${id}|http://app.localhost/unsubscribe/${id}`,
    );
    expect((await call('GET', `/contacts/${id}`)).json).toMatchObject({
      subscribed: false,
      data: { plan: 'pro' },
    });

    await send({ ...mail, to: { email: 'bob@example.com', name: 'Bob' }, body, data: { plan: null } });
    expect(service.mailbox.list()[1]?.parsed.html).toMatch(/^\|\|Bob\|none\|\|/);
    expect((await call('GET', `/contacts/${id}`)).json.data).toEqual({ name: 'Bob' });
  });

  it('does not let a value split a header or expand again', async () => {
    const { service, send } = await start();
    const data = {
      a: { value: 'x\r\nBcc: eve@example.com', persistent: false },
      b: { value: '{{a}} $& $1', persistent: false },
      o: {},
    };
    await send({
      ...mail,
      subject: '{{a}}',
      body: '{{b}} {{constructor}} {{__proto__}} {{toString ?? safe}}{{o.constructor}}{{b.length}}',
      data,
    });
    const { parsed } = service.mailbox.list()[0] ?? {};
    expect(parsed?.subject).toBe('x Bcc: eve@example.com');
    expect(parsed?.headers.map(({ name }) => name)).not.toContain('bcc');
    expect(parsed?.html).toBe('{{a}} $& $1   safe');
  });

  it('uses a template, lets the request override it, and knows when there is none', async () => {
    const { service, send, call } = await start();
    const content = {
      name: 'T',
      subject: 'S {{x}}',
      body: '<i>{{x}}</i>',
      from: 't@acme.dev',
      fromName: 'Team',
      replyTo: 'r@acme.dev',
      type: 'TRANSACTIONAL',
    };
    const { json: template } = await call('POST', '/templates', content);
    const to = 'bob@example.com';
    await send({ to, template: template.id, data: { x: { value: 1, persistent: false } } });
    expect(service.mailbox.list()[0]?.parsed).toMatchObject({
      subject: 'S 1',
      html: '<i>1</i>',
      from: { name: 'Team', address: 't@acme.dev' },
      replyTo: [{ address: 'r@acme.dev' }],
    });
    await send({ to, template: template.id, subject: 'Own', from: 'own@acme.dev' });
    expect(service.mailbox.list()[1]?.parsed).toMatchObject({
      subject: 'Own',
      from: { address: 'own@acme.dev' },
    });
    const unknown = await send({ to, template: '00000000-0000-4000-8000-000000000000' });
    expect(unknown).toMatchObject({ status: 404, json: { error: { code: 'TEMPLATE_NOT_FOUND' } } });
  });

  it('refuses a marketing template for a contact that is not subscribed', async () => {
    const { service, send, call } = await start();
    const { json: template } = await call('POST', '/templates', {
      name: 'T',
      subject: 'S',
      body: 'B',
      from: 't@acme.dev',
    });
    expect(template.type).toBe('MARKETING');
    expect((await send({ to: 'bob@example.com', template: template.id })).status).toBe(400);
    expect((await send({ to: 'bob@example.com', template: template.id, subscribed: true })).status).toBe(200);
    expect(service.mailbox.list()).toHaveLength(1);
  });

  it('refuses senders of unverified domains', async () => {
    const { send, call } = await start({ verifiedDomains: ['Acme.dev'] });
    expect((await send(mail)).status).toBe(200);
    expect((await send({ ...mail, from: 'ann@other.dev' })).status).toBe(403);
    expect(
      (await call('POST', '/templates', { name: 'T', subject: 'S', body: 'B', from: 'a@other.dev' })).status,
    ).toBe(403);
  });

  const attachment = { filename: 'a.txt', content: 'aGk=', contentType: 'text/plain' };
  const wrong: readonly (readonly [string, object, string])[] = [
    ['no recipient', { to: undefined }, 'to'],
    ['a broken recipient', { to: 'bob' }, 'to'],
    ['a broken recipient in a list', { to: ['a@b.dev', { email: 'x@' }] }, 'to.1.email'],
    ['a line break in an address', { to: 'a@b.dev\r\nRCPT TO:<eve@example.com>' }, 'to'],
    ['an address of a megabyte', { to: `${'a'.repeat(1_000_000)}@b.dev` }, 'to'],
    ['two dots', { to: 'a..b@c.dev' }, 'to'],
    ['a number as sender', { from: 5 }, 'from'],
    [
      'a line break in the sender name',
      { from: { email: 'a@b.dev', name: 'A\r\nBcc: x@y.dev' } },
      'from.name',
    ],
    ['a line break in the subject', { subject: 'a\nb' }, 'subject'],
    ['an empty subject', { subject: '' }, 'subject'],
    ['a subject that is too long', { subject: 'x'.repeat(999) }, 'subject'],
    ['neither body nor template', { body: undefined }, 'template'],
    ['a template that is not a UUID', { template: '../1' }, 'template'],
    ['two reply addresses', { reply: ['a@b.dev', 'c@d.dev'] }, 'reply'],
    ['a header with a line break', { headers: { 'X-A': 'a\r\nBcc: x@y.dev' } }, 'headers.X-A'],
    ['a header name with a line break', { headers: { 'X-A: 1\r\nBcc': 'x@y.dev' } }, 'headers'],
    ['a header that is too long', { headers: { 'X-A': 'x'.repeat(999) } }, 'headers.X-A'],
    ['eleven files', { attachments: Array.from({ length: 11 }, () => attachment) }, 'attachments'],
    [
      'a file read from disk',
      { attachments: [{ ...attachment, content: { path: '/etc/passwd' } }] },
      'attachments.0.content',
    ],
    [
      'a file without content but a path',
      { attachments: [{ filename: 'a', contentType: 'b/c', path: '/etc/passwd' }] },
      'attachments.0.content',
    ],
    [
      'an inline image without id',
      { attachments: [{ ...attachment, disposition: 'inline' }] },
      'attachments.0.contentId',
    ],
    [
      'a file name with a quote',
      { attachments: [{ ...attachment, filename: 'a".txt' }] },
      'attachments.0.filename',
    ],
    [
      'a content type with a line break',
      { attachments: [{ ...attachment, contentType: 'a/b\r\nX: y' }] },
      'attachments.0.contentType',
    ],
    [
      'files of 11 MiB together',
      { attachments: [{ ...attachment, content: 'A'.repeat(15_400_000) }] },
      'attachments',
    ],
  ];
  it.each(wrong)('responds 422 and names the field for %s', async (_, change, field) => {
    const { service, send } = await start();
    const { status, json } = await send({ ...mail, ...change });
    expect(status).toBe(422);
    expect(json).toMatchObject({ success: false, error: { code: 'VALIDATION_ERROR', statusCode: 422 } });
    expect(json.error.errors.map((error: { field: string }) => error.field)).toContain(field);
    expect(json.error.requestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(service.mailbox.list()).toHaveLength(0);
  });
});
