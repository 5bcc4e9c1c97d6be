import { afterEach, describe, expect, it } from 'vitest';
import { createApiBenches, mail } from './mail-api-bench.ts';

const { start, stop } = createApiBenches();
afterEach(stop);

describe('static segments', () => {
  it('are created, changed, listed and deleted', async () => {
    const { call } = await start();
    const created = await call('POST', '/segments', { name: 'Beta', type: 'STATIC' });
    expect([created.status, created.json]).toMatchObject([
      201,
      { name: 'Beta', type: 'STATIC', condition: null, memberCount: 0 },
    ]);
    const path = `/segments/${created.json.id}`;
    expect((await call('PATCH', path, { description: 'Early' })).json).toMatchObject({
      name: 'Beta',
      description: 'Early',
    });
    await call('POST', '/segments', { name: 'Club', type: 'STATIC' });
    expect((await call('GET', '/segments')).json.map(({ name }: { name: string }) => name)).toEqual([
      'Club',
      'Beta',
    ]);
    expect((await call('DELETE', path)).status).toBe(204);
    expect((await call('GET', path)).status).toBe(404);
  });

  it('refuse what the sandbox or Plunk does not have', async () => {
    const { call } = await start();
    expect((await call('POST', '/segments', {})).json).toEqual({ error: 'Name is required' });
    expect((await call('POST', '/segments', { name: 'A' })).status).toBe(400);
    const { json } = await call('POST', '/segments', { name: 'A', type: 'STATIC' });
    const path = `/segments/${json.id}/members`;
    expect((await call('POST', path, { emails: ['nobody'] })).status).toBe(422);
    const many = Array.from({ length: 501 }, (_, index) => `b${index}@example.com`);
    expect((await call('POST', path, { emails: many })).status).toBe(422);
    expect((await call('POST', '/segments/x/members', { emails: ['a@example.com'] })).status).toBe(404);
  });

  it('have members: known contacts, and new ones on request', async () => {
    const { call } = await start();
    await call('POST', '/contacts', { email: 'bob@example.com' });
    const { json } = await call('POST', '/segments', { name: 'Beta', type: 'STATIC' });
    const path = `/segments/${json.id}`;
    const emails = ['BOB@example.com', 'cat@example.com'];
    expect((await call('POST', `${path}/members`, { emails })).json).toEqual({
      added: 1,
      created: 0,
      notFound: ['cat@example.com'],
    });
    const created = await call('POST', `${path}/members`, { emails, createMissing: true, subscribed: false });
    expect(created.json).toEqual({ added: 2, created: 1, notFound: [] });
    const members = await call('GET', `${path}/contacts?page=2&pageSize=1`);
    expect(members.json).toMatchObject({
      data: [{ email: 'cat@example.com', subscribed: false }],
      total: 2,
      page: 2,
      totalPages: 2,
    });
    expect((await call('GET', path)).json.memberCount).toBe(2);
    expect((await call('DELETE', `${path}/members`, { emails })).json).toEqual({ removed: 2 });
    expect((await call('GET', path)).json.memberCount).toBe(0);
  });
});

describe('suppression rules', () => {
  it.each([
    ['ADDRESS', 'bob@example.com', true],
    ['ADDRESS', 'rob@example.com', false],
    ['DOMAIN', 'example.com', true],
    ['DOMAIN', 'ample.com', false],
    ['PREFIX', 'bo', true],
    ['SUFFIX', 'ob', true],
    ['WILDCARD', 'b?b@*', true],
    ['WILDCARD', '*@*.co', false],
    ['WILDCARD', '***********************************x', false],
  ])('%s %s: mail to bob@example.com is kept: %s', async (kind, pattern, isKept) => {
    const { call, service } = await start();
    expect((await call('POST', '/suppressions', { name: 'QA', kind, pattern })).status).toBe(201);
    const preview = await call('POST', '/suppressions/preview', { address: 'bob@example.com' });
    expect(preview.json.suppressed).toBe(isKept);
    await call('POST', '/v1/send', mail);
    expect(service.mailbox.list()).toHaveLength(isKept ? 0 : 1);
    const { json } = await call('GET', '/activity?types=email.suppressed');
    expect(json.data).toHaveLength(isKept ? 1 : 0);
  });

  it('can be switched off, and refuse unknown fields', async () => {
    const { call } = await start();
    const rule = { name: 'QA', kind: 'ADDRESS', pattern: 'bob@example.com' };
    const { json } = await call('POST', '/suppressions', rule);
    const path = `/suppressions/${json.id}`;
    expect((await call('PUT', path, { ...rule, enabled: false })).json).toEqual({ success: true });
    const preview = await call('POST', '/suppressions/preview', { address: 'bob@example.com' });
    expect(preview.json).toEqual({ suppressed: false, match: null });
    expect((await call('POST', '/suppressions', { ...rule, reason: 'x' })).status).toBe(400);
    expect((await call('PUT', '/suppressions/x', rule)).status).toBe(404);
  });
});

describe('activity', () => {
  it('has the mails of each contact, newest first, page by page', async () => {
    const { call } = await start();
    await call('POST', '/v1/send', mail);
    await call('POST', '/v1/send', { ...mail, to: 'cat@example.com' });
    const first = await call('GET', '/activity?types=email.sent,email.delivered&limit=3');
    expect(first.json.data.map(({ type }: { type: string }) => type)).toEqual([
      'email.delivered',
      'email.sent',
      'email.delivered',
    ]);
    expect(first.json.hasMore).toBe(true);
    const second = await call('GET', `/activity?limit=3&cursor=${first.json.cursor}`);
    expect(second.json).toMatchObject({ data: [{ contactEmail: 'bob@example.com' }], hasMore: false });
    const { contactId } = second.json.data[0];
    expect((await call('GET', `/activity?contactId=${contactId}`)).json.data).toHaveLength(2);
    expect((await call('GET', '/activity?startDate=2999-01-01T00:00:00.000Z')).json.data).toEqual([]);
  });
});

describe('fields and jobs of contacts', () => {
  it('lists the fields that contacts have, and deletes one', async () => {
    const { call } = await start();
    await call('POST', '/contacts', { email: 'bob@example.com', data: { plan: 'pro', age: 7 } });
    await call('POST', '/contacts', { email: 'cat@example.com', data: { since: '2026-01-15' } });
    const { json } = await call('GET', '/contacts/fields');
    expect(json.fields).toContainEqual({ field: 'data.plan', type: 'string', coverage: 50 });
    expect(json.fields).toContainEqual({ field: 'data.since', type: 'date', coverage: 50 });
    expect((await call('DELETE', '/contacts/fields/data.plan')).json).toEqual({ deletedFrom: 1 });
    expect((await call('DELETE', '/contacts/fields/email')).status).toBe(400);
    expect(JSON.stringify((await call('GET', '/contacts/fields')).json)).not.toContain('data.plan');
  });

  it('imports a CSV file: names in lower case, plain values read', async () => {
    const { call, service } = await start();
    const csv = 'Email,Subscribed,Note,Zip\r\nbob@example.com,no,"a ""b"",\nc",04109\nnobody,,,\n';
    const response = await importCsv(service, csv);
    expect(response.status).toBe(202);
    const { jobId } = (await response.json()) as { jobId: string };
    expect((await call('GET', `/contacts/import/${jobId}`)).json).toMatchObject({
      id: jobId,
      state: 'completed',
      result: { totalRows: 2, createdCount: 1, updatedCount: 0, failureCount: 1 },
    });
    expect((await call('GET', '/contacts')).json.data).toMatchObject([
      { email: 'bob@example.com', subscribed: false, data: { note: 'a "b",\nc', zip: '04109' } },
    ]);
    expect((await call('GET', '/contacts/import/x')).status).toBe(404);
    expect((await call('POST', '/contacts/import', {})).status).toBe(400);
  });

  it.each([
    ['quotation marks', '""'],
    ['an open quotation mark in each cell', '"a,""'],
    ['letters', 'a'],
    ['spaces', ' '],
    ['carriage returns', '\r'],
  ])('P6: 60 kB of %s hold the process for less than 0.5 s', async (_name, part) => {
    const { service } = await start();
    const csv = `email\nx${part.repeat(60_000 / part.length)}\rx`;
    const before = process.threadCpuUsage();
    expect((await importCsv(service, csv)).status).toBe(202);
    expect(process.threadCpuUsage(before).user).toBeLessThan(500_000);
  });
});

function importCsv({ apiKey, apiUrl }: { readonly apiKey: string; readonly apiUrl: string }, csv: string) {
  const form = new FormData();
  form.append('file', new Blob([csv], { type: 'text/csv' }), 'people.csv');
  const headers = { authorization: `Bearer ${apiKey}` };
  return fetch(`${apiUrl}/contacts/import`, { method: 'POST', headers, body: form });
}
