import { afterEach, describe, expect, it } from 'vitest';
import { type MailService, type MailServiceOptions, startMailService } from '../src/mail/service.ts';

const running: MailService[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((service) => service.close()));
});

/** A service and a plain client for it. */
async function start(options?: MailServiceOptions) {
  const service = await startMailService(options);
  running.push(service);
  const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(`${service.apiUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${service.apiKey}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      json: text === '' ? undefined : JSON.parse(text),
    };
  };
  return {
    service,
    call,
    send: (body: object, headers?: Record<string, string>) => call('POST', '/v1/send', body, headers),
  };
}

const mail = { to: 'bob@example.com', from: 'ann@acme.dev', subject: 'Hi', body: '<p>Hello</p>' };

describe('send', () => {
  it('answers as documented, and puts one message for each recipient into the mailbox', async () => {
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

  it('fills in stored, transient and system variables, and stores what is to be stored', async () => {
    const { service, send, call } = await start();
    const body =
      '{{plan}}|{{code}}|{{name ?? you}}|{{missing ?? none }}|{{missing}}|{{email}}|{{data.plan}}|{{id}}|{{unsubscribeUrl}}';
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
    };
    await send({
      ...mail,
      subject: '{{a}}',
      body: '{{b}} {{constructor}} {{__proto__}} {{toString ?? safe}}',
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
    ['a template that is no UUID', { template: '../1' }, 'template'],
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
  it.each(wrong)('answers 422 and names the field for %s', async (_, change, field) => {
    const { service, send } = await start();
    const { status, json } = await send({ ...mail, ...change });
    expect(status).toBe(422);
    expect(json).toMatchObject({ success: false, error: { code: 'VALIDATION_ERROR', statusCode: 422 } });
    expect(json.error.errors.map((error: { field: string }) => error.field)).toContain(field);
    expect(json.error.requestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(service.mailbox.list()).toHaveLength(0);
  });
});

describe('keys', () => {
  it.each([
    [undefined, 'MISSING_AUTH'],
    ['sk_wrong', 'INVALID_CREDENTIALS'],
    ['bearer KEY', 'INVALID_CREDENTIALS'],
    ['Bearer  KEY', 'INVALID_CREDENTIALS'],
    ['Bearer KEY x', 'INVALID_CREDENTIALS'],
    ['Bearer sk_wrong', 'INVALID_API_KEY'],
    ['Bearer KEYx', 'INVALID_API_KEY'],
    ['Bearer PUBLIC', 'INVALID_API_KEY'],
  ])('answers 401 to %s', async (given, code) => {
    const { service } = await start();
    const authorization = given?.replace('KEY', service.apiKey).replace('PUBLIC', service.publicKey);
    const response = await fetch(
      `${service.apiUrl}/contacts`,
      authorization === undefined ? {} : { headers: { authorization } },
    );
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ success: false, error: { code } });
  });

  it('takes the public key for tracking, and the secret one for nothing but the rest', async () => {
    const { service, call } = await start();
    const event = { event: 'signup', email: 'bob@example.com', data: { plan: 'pro' } };
    expect((await call('POST', '/v1/track', event)).status).toBe(401);
    const key = { authorization: `Bearer ${service.publicKey}` };
    expect((await call('POST', '/v1/track', event, key)).status).toBe(200);
    const { json } = await call('GET', '/contacts');
    expect(json.data).toMatchObject([{ email: 'bob@example.com', subscribed: true, data: { plan: 'pro' } }]);
    const reserved = await call('POST', '/v1/track', { ...event, event: 'email.sent' }, key);
    expect(reserved).toMatchObject({
      status: 422,
      json: { error: { errors: [{ code: 'reserved_event' }] } },
    });
  });
});

describe('idempotency', () => {
  it('performs a key once and refuses it afterwards, whatever the payload, without giving the ids again', async () => {
    const { service, send } = await start();
    const key = { 'idempotency-key': 'order 1' };
    expect((await send(mail, key)).status).toBe(200);
    for (const body of [mail, { ...mail, subject: 'Other' }]) {
      const { status, json } = await send(body, key);
      expect(status).toBe(409);
      expect(json.error).toMatchObject({
        code: 'IDEMPOTENCY_KEY_REUSED',
        details: { key: 'order 1', originalRequest: 'POST /v1/send', originalStatusCode: 200 },
      });
    }
    expect(service.mailbox.list()).toHaveLength(1);
  });

  it('performs one of many simultaneous requests with one key', async () => {
    const { service, send } = await start();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => send(mail, { 'idempotency-key': 'k' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([
      200,
      ...Array.from({ length: 19 }, () => 409),
    ]);
    expect(service.mailbox.list()).toHaveLength(1);
  });

  it('frees the key after a request that was wrong, and after a day', async () => {
    let now = Date.UTC(2026, 0, 1);
    const { send } = await start({ now: () => now });
    const key = { 'idempotency-key': 'k' };
    expect((await send({ ...mail, to: 'wrong' }, key)).status).toBe(422);
    expect((await send(mail, key)).status).toBe(200);
    now += 24 * 3_600_000 - 1;
    expect((await send(mail, key)).status).toBe(409);
    now += 1;
    expect((await send(mail, key)).status).toBe(200);
  });

  it('answers 400 to a key that is too long', async () => {
    const { send } = await start();
    expect((await send(mail, { 'idempotency-key': 'x'.repeat(256) })).status).toBe(400);
    expect((await send(mail, { 'idempotency-key': 'é' })).status).toBe(
      400,
    );
  });
});

describe('contacts', () => {
  it('creates, changes by address, reads, moves and deletes', async () => {
    const { call } = await start();
    const created = await call('POST', '/contacts', {
      email: ' Bob@example.com'.trim(),
      data: { a: 1, b: 'x', id: 'no' },
    });
    expect(created.status).toBe(201);
    expect(created.json).toMatchObject({
      email: 'bob@example.com',
      subscribed: true,
      data: { a: 1, b: 'x' },
      _meta: { isNew: true, isUpdate: false },
    });
    const updated = await call('POST', '/contacts', {
      email: 'BOB@example.com',
      subscribed: false,
      data: { a: null, b: '', c: [1] },
    });
    expect(updated.status).toBe(200);
    expect(updated.json).toMatchObject({
      id: created.json.id,
      subscribed: false,
      data: { b: 'x', c: [1] },
      _meta: { isNew: false },
    });
    expect(updated.json.data).not.toHaveProperty('a');
    await call('POST', '/contacts', { email: 'eve@example.com' });
    const path = `/contacts/${created.json.id}`;
    expect((await call('PATCH', path, { email: 'eve@example.com' })).status).toBe(409);
    expect((await call('PATCH', path, { email: 'rob@example.com', subscribed: true })).json).toMatchObject({
      email: 'rob@example.com',
      subscribed: true,
    });
    expect(
      (await call('POST', '/contacts/lookup', { emails: ['ROB@example.com', 'bob@example.com'] })).json,
    ).toEqual({ found: ['ROB@example.com'], notFound: ['bob@example.com'] });
    expect((await call('DELETE', path)).status).toBe(204);
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      expect((await call(method, path, method === 'PATCH' ? {} : undefined)).status).toBe(404);
    }
    expect((await call('POST', '/contacts', {})).json).toEqual({ error: 'Email is required' });
    expect((await call('POST', '/contacts', { email: 'x' })).status).toBe(422);
    expect((await call('POST', '/contacts', { email: 'x@y.dev', data: [1] })).status).toBe(400);
  });

  it('lists in pages that together give every contact once', async () => {
    const { call } = await start();
    for (let index = 0; index < 7; index += 1)
      await call('POST', '/contacts', { email: `c${index}@example.com`, subscribed: index % 2 === 0 });
    const seen: string[] = [];
    const totals: number[] = [];
    let cursor: string | undefined;
    do {
      const { json } = await call(
        'GET',
        `/contacts?limit=3&sort=email&dir=asc${cursor ? `&cursor=${cursor}` : ''}`,
      );
      seen.push(...json.data.map((contact: { email: string }) => contact.email));
      totals.push(json.total);
      expect(json.hasMore).toBe(json.cursor !== undefined);
      cursor = json.cursor;
    } while (cursor);
    expect(seen).toEqual(Array.from({ length: 7 }, (_, index) => `c${index}@example.com`));
    expect(totals).toEqual([7, 0, 0]);
    expect((await call('GET', '/contacts?subscribed=false')).json.total).toBe(3);
    expect((await call('GET', '/contacts?search=C5')).json.data).toMatchObject([{ email: 'c5@example.com' }]);
    expect((await call('GET', '/contacts?limit=-4')).json.data).toHaveLength(1);
    expect((await call('GET', '/contacts?cursor=gone')).json).toMatchObject({ data: [], hasMore: false });
  });

  it('keeps hostile keys as plain data', async () => {
    const { call } = await start();
    const { json } = await call(
      'POST',
      '/contacts',
      '{"email":"a@b.dev","data":{"__proto__":{"polluted":1},"constructor":"x"}}',
    );
    expect(Object.keys((await call('GET', `/contacts/${json.id}`)).json.data).sort()).toEqual([
      '__proto__',
      'constructor',
    ]);
    expect({}).not.toHaveProperty('polluted');
  });

  it('holds a bounded number', async () => {
    const { call } = await start({ maxContacts: 1 });
    expect((await call('POST', '/contacts', { email: 'a@b.dev' })).status).toBe(201);
    expect((await call('POST', '/contacts', { email: 'b@b.dev' })).status).toBe(500);
    expect((await call('POST', '/contacts', { email: 'a@b.dev' })).status).toBe(200);
  });
});

describe('templates', () => {
  const content = { name: 'Welcome', subject: 'S', body: 'B', from: 'a@acme.dev' };

  it('creates, reads, changes, copies and deletes', async () => {
    const { call } = await start();
    const { status, json } = await call('POST', '/templates', {
      ...content,
      type: 'HEADLESS',
      description: 'D',
    });
    expect(status).toBe(201);
    expect(json).toMatchObject({
      ...content,
      type: 'HEADLESS',
      description: 'D',
      fromName: null,
      replyTo: null,
    });
    expect((await call('GET', `/templates/${json.id}`)).json).toEqual(json);
    expect(
      (await call('PATCH', `/templates/${json.id}`, { subject: 'New', fromName: 'Ann' })).json,
    ).toMatchObject({ subject: 'New', fromName: 'Ann', body: 'B' });
    expect((await call('POST', `/templates/${json.id}/duplicate`)).json).toMatchObject({
      name: 'Welcome (Copy)',
      subject: 'New',
    });
    expect((await call('DELETE', `/templates/${json.id}`)).status).toBe(204);
    expect((await call('GET', `/templates/${json.id}`)).status).toBe(404);
  });

  it('says what is missing in the flat shape and what is wrong in the long one', async () => {
    const { call } = await start();
    expect(await call('POST', '/templates', { ...content, from: undefined })).toMatchObject({
      status: 400,
      json: { error: 'From address is required' },
    });
    expect((await call('POST', '/templates', { ...content, name: 'x'.repeat(101) })).status).toBe(422);
    expect((await call('POST', '/templates', { ...content, type: 'OTHER' })).status).toBe(422);
  });

  it('lists by page, type and name', async () => {
    const { call } = await start();
    for (const name of ['b', 'a', 'c'])
      await call('POST', '/templates', {
        ...content,
        name,
        type: name === 'c' ? 'TRANSACTIONAL' : 'MARKETING',
      });
    const { json } = await call('GET', '/templates?page=2&pageSize=2&sort=name&dir=asc');
    expect(json).toMatchObject({ total: 3, page: 2, pageSize: 2, totalPages: 2, data: [{ name: 'c' }] });
    expect((await call('GET', '/templates?type=MARKETING')).json.total).toBe(2);
    expect((await call('GET', '/templates?search=A')).json.data).toMatchObject([{ name: 'a' }]);
  });
});

describe('limits and bad requests', () => {
  it('answers 429 with the wait in header and body, and counts', async () => {
    const { service, call } = await start({ rateLimit: { limit: 2, windowMs: 60_000 } });
    const first = await call('GET', '/contacts');
    expect([
      first.headers.get('ratelimit-limit'),
      first.headers.get('ratelimit-remaining'),
      first.headers.get('ratelimit-reset'),
    ]).toEqual(['2', '1', '60']);
    expect((await call('GET', '/contacts/none')).headers.get('ratelimit-remaining')).toBe('0');
    const { status, headers, json } = await call('GET', '/contacts');
    expect(status).toBe(429);
    expect(json.error).toMatchObject({
      code: 'RATE_LIMIT_EXCEEDED',
      details: { retryAfter: Number(headers.get('retry-after')) },
    });
    expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(service.stats).toMatchObject({ requests: 3, refused: 1, messages: 0 });
  });

  it('has no limit and no headers when told so', async () => {
    const { call } = await start({ rateLimit: false });
    expect((await call('GET', '/contacts')).headers.get('ratelimit-limit')).toBeNull();
  });

  it.each(['{', '"text"', '5', 'null', '{"a":}', '\uFFFD', '['.repeat(100_000)])(
    'answers 400 to malformed JSON %#',
    async (body) => {
      const { call } = await start();
      expect(await call('POST', '/v1/send', body)).toMatchObject({
        status: 400,
        json: { error: { code: 'VALIDATION_ERROR' } },
      });
    },
  );

  it('answers 422 to a body that does not say it is JSON, and 413 to one that is too large', async () => {
    const { call } = await start({ maxMessageBytes: 10_000 });
    expect((await call('POST', '/v1/send', mail, { 'content-type': 'text/plain' })).status).toBe(422);
    expect((await call('POST', '/v1/send', { ...mail, body: 'x'.repeat(20_000) })).status).toBe(413);
    expect((await call('POST', '/v1/send', { ...mail, body: 'x'.repeat(2_000_000) })).status).toBe(413);
  });

  it.each([
    '/',
    '/v1/send/',
    '/V1/send',
    '/v1//send',
    '/v1/../v1/send',
    '/v1/%2e%2e/send',
    '/contacts/%00',
    '/contacts/..%2f..%2fetc',
    '/v2/send',
    '//v1/send',
  ])('S1: answers 404 at %s', async (path) => {
    const { service } = await start();
    // fetch would tidy the path up, so the request is written by hand
    const { request } = await import('node:http');
    const status = await new Promise((resolve, reject) => {
      const { hostname, port } = new URL(service.apiUrl);
      request(
        { hostname, port, path, method: 'POST', headers: { authorization: `Bearer ${service.apiKey}` } },
        (response) => {
          response.resume();
          resolve(response.statusCode);
        },
      )
        .on('error', reject)
        .end();
    });
    expect(status).toBe(404);
  });
});
