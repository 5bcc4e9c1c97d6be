import { afterEach, describe, expect, it } from 'vitest';
import { createApiBenches } from './mail-api-bench.ts';

const { start, stop } = createApiBenches();
afterEach(stop);

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

  it('reports missing fields in the short form and invalid ones in the long form', async () => {
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
