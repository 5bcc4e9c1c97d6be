import { ConfigurationError, ResponseFormatError, UnsupportedError } from '@org/core';
import { describe, expect, it } from 'vitest';
import {
  encodeFilesApart,
  eventOf,
  httpEmailService,
  itemRequest,
  makeEventId,
  namedEvent,
  wordFor,
} from '../src/driver.ts';
import { suppressionsAt } from '../src/tables/index.ts';

const facts = { provider: 'acme', type: 'clicked', timestamp: new Date(4e11), raw: {} } as const;

describe('the service of a driver', () => {
  const definition = { name: 'acme', baseUrl: 'https://mail.acme.dev' };

  it('refuses an unknown option where it is told the names', () => {
    const options = { apiKey: 'k', regoin: 'eu' } as { readonly apiKey: string; readonly region?: string };
    expect(() => httpEmailService(definition, options, { region: 0 })).toThrow(ConfigurationError);
    expect(() => httpEmailService(definition, { ...options, regoin: undefined })).not.toThrow();
  });
});

describe('an event of facts', () => {
  it.each([
    ['a click', 'clicked', 'https://a.dev', { url: 'https://a.dev' }],
    ['another event', 'opened', 'https://a.dev', undefined],
    ['an empty address', 'clicked', '', undefined],
  ] as const)('has the address of %s', (_what, type, url, click) =>
    expect(eventOf('1', { ...facts, type, url }).click).toEqual(click),
  );

  it('has a client only where the service says something of it', () => {
    expect(eventOf('1', { ...facts, ip: '', userAgent: '' }).client).toBeUndefined();
    expect(eventOf('1', { ...facts, machineOpen: false }).client).toEqual({ machineOpen: false });
    expect(eventOf('1', { ...facts, tags: ['a', 1, ''], metadata: { n: 1 } })).toMatchObject({
      tags: [{ name: 'a' }],
      metadata: undefined,
    });
  });

  it('has an id of its name where the service gives none', async () => {
    const { id } = await namedEvent('click https://a.dev', facts);
    expect(id).toBe(await makeEventId(facts, 'click https://a.dev'));
    expect((await namedEvent('click https://b.dev', facts)).id).not.toBe(id);
  });
});

describe('what requests and answers are made of', () => {
  it('a request about an item has its id as the parameter of the path', () =>
    expect(itemRequest('PUT', '/lists/{name}/x', 'a/b', { c: 1 })).toEqual({
      method: 'PUT',
      path: '/lists/{name}/x',
      params: { name: 'a/b' },
      json: { c: 1 },
    }));

  it('suppressions are read by their places, and other bodies are errors', () => {
    const read = suppressionsAt('data', { email: 'to', reason: 'why.code', reasons: { HB: 'hard-bounce' } });
    const of = (body: unknown) => read({ json: () => body } as never);
    const account = { scope: 'account', removable: true } as const;
    expect(
      of({
        data: [
          { to: 'a@b.dev', why: { code: 'HB' } },
          { to: 'c@d.dev', why: 1 },
        ],
      }),
    ).toEqual([
      { email: 'a@b.dev', reason: 'hard-bounce', ...account },
      { email: 'c@d.dev', reason: 'other', ...account },
    ]);
    for (const body of [undefined, [], { data: {} }, { data: [{}] }])
      expect(() => of(body)).toThrow(ResponseFormatError);
  });

  it('a value without a word is refused with those that have one', () => {
    const words: Record<string, string> = { MAN: 'manual', B: 'block' };
    expect(wordFor<string>('acme', 'reason', words, 'block')).toBe('B');
    expect(() => wordFor<string>('acme', 'reason', words, 'other')).toThrow(UnsupportedError);
    expect(() => wordFor<string>('acme', 'reason', words, 'other')).toThrow(/one of 'manual', 'block'/);
  });

  it('inline images stand apart from files, and another inline file is refused', () => {
    const file = { filename: 'a.png', content: new Uint8Array([1]), contentType: 'image/png' } as const;
    const inline = { ...file, disposition: 'inline', contentId: 'logo' } as const;
    const encode = (contentType: string) =>
      encodeFilesApart(
        'acme',
        [
          { ...file, disposition: 'attachment', contentId: undefined },
          { ...inline, contentType },
        ],
        'data',
      );
    expect(encode('image/png')).toEqual({
      files: [{ type: 'image/png', data: 'AQ==', name: 'a.png' }],
      images: [{ type: 'image/png', data: 'AQ==', name: 'logo' }],
    });
    expect(() => encode('text/plain')).toThrow(/attachments\[1\]\.contentType/);
  });
});
