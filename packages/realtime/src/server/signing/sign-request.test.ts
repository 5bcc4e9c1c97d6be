import { createHash } from 'node:crypto';
import { utf8 } from '@org/core/webhooks';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMd5 } from './body-md5.ts';
import { createHmacSha256 } from './hmac.ts';
import { md5Hex } from './md5.ts';
import { sign, stringToSign } from './sign-request.ts';

const documented = { key: '278d425bdf160c739803', secret: '7ad3773142a6692b25b8' };
const client = { key: 'd41a439c438a100756f5', secret: '4bf35003e819bb138249' };
const helper = { key: 'f00d', secret: 'tofu' };
const session = `presence-session-${client.key}-${client.secret}`;

interface Vector {
  readonly what: string;
  readonly app: { readonly key: string; readonly secret: string };
  readonly method: string;
  readonly path: string;
  readonly query?: Record<string, string>;
  readonly body?: string;
  readonly timestamp: number;
  readonly signature: string;
}

// From the vendor's documentation and the tests of its Go and Node libraries; the ones with punctuation were
// computed with its Node library.
const vectors: readonly Vector[] = [
  {
    what: 'the documented trigger',
    app: documented,
    method: 'POST',
    path: '/apps/3/events',
    body: '{"name":"foo","channels":["project-3"],"data":"{\\"some\\":\\"data\\"}"}',
    timestamp: 1353088179,
    signature: 'da454824c97ba181a32ccc17a72625ba02771f50b50e1e7430e47a1f3f457e6c',
  },
  {
    what: 'a filtered list with counts',
    app: client,
    method: 'GET',
    path: '/apps/102015/channels',
    query: { filter_by_prefix: 'presence-', info: 'user_count' },
    timestamp: 1427034994,
    signature: '4d8a02edcc8a758b0162cd6da690a9a45fb8ae326a276dca1e06a0bc42796c11',
  },
  {
    what: 'a filtered list',
    app: client,
    method: 'GET',
    path: '/apps/102015/channels',
    query: { filter_by_prefix: 'presence-' },
    timestamp: 1427036577,
    signature: 'b540383af4582af5fbb5df7be5472d54bd0838c9c2021c7743062568839e6f97',
  },
  {
    what: 'a channel with counts',
    app: client,
    method: 'GET',
    path: `/apps/102015/channels/${session}-ROpCFmgFhXY`,
    query: { info: 'user_count,subscription_count' },
    timestamp: 1427053326,
    signature: 'f93ceb31f396aef336226efe512aaf339bd5e39c7c2c04b81cc8681dc16ee785',
  },
  {
    what: 'the users of a channel',
    app: client,
    method: 'GET',
    path: `/apps/102015/channels/${session}-nYJLy67qh52/users`,
    timestamp: 1427053709,
    signature: '207feaf4e8efeb24e5f148011704251bf90e2059a5f97a3eb52d06178b11feca',
  },
  {
    what: 'a body of plain text',
    app: helper,
    method: 'GET',
    path: '/event',
    body: 'example body',
    timestamp: 1234567890,
    signature: 'a650196dc427ebe837226f8565ca9232198c6d1b9455eaa72374a9dc0b620e7b',
  },
  {
    what: 'parameters after those of the signature',
    app: helper,
    method: 'GET',
    path: '/event',
    query: { foo: 'bar', baz: '123454321' },
    timestamp: 1234567890,
    signature: 'd8bdbd31911fb7400a14fbd36fd7de053494725b64400ae5856deafe304b34a9',
  },
  {
    what: 'a list',
    app: client,
    method: 'GET',
    path: '/apps/102015/channels',
    timestamp: 1427036787,
    signature: 'df89248f87f6e6d028925e0b04d60f316527a865992ace6936afa91281d8bef0',
  },
  {
    what: 'a body beyond ASCII',
    app: documented,
    method: 'POST',
    path: '/apps/3/events',
    body: '{"name":"é-event","channel":"project-3","data":"\\"ą§¶™€\\""}',
    timestamp: 1353088179,
    signature: '5bbe94be0c0390410b8042571bead8cbab97a49031204986425e0c7130728913',
  },
  {
    what: 'a query that travels escaped and is signed plain',
    app: documented,
    method: 'GET',
    path: '/apps/3/channels',
    query: { filter_by_prefix: 'presence-a@b=c,d;e', info: 'user_count' },
    timestamp: 1353088179,
    signature: '7ae40221d8c633236bb496ece8f80287ab38636f50de23a194b4ff424bbb253c',
  },
  {
    what: 'a path with punctuation',
    app: documented,
    method: 'GET',
    path: '/apps/3/channels/private-a@b=c,d;e',
    timestamp: 1353088179,
    signature: 'f6b97ec5cc6f04cd3374d9971c5388920760feec0ca3feb8813e2d883850d5bb',
  },
  {
    what: 'a termination',
    app: documented,
    method: 'POST',
    path: '/apps/3/users/user-1/terminate_connections',
    body: '{}',
    timestamp: 1353088179,
    signature: '880052344e56f2b29dd6ae66856b69f1d496d6a262d22ccd4f50f94a6d98bf6a',
  },
  {
    what: 'a batch',
    app: documented,
    method: 'POST',
    path: '/apps/3/batch_events',
    body:
      '{"batch":[{"channel":"a","name":"e1","data":"{}","info":"subscription_count"},' +
      '{"channel":"b","name":"e2","data":"x","socket_id":"1.2"}]}',
    timestamp: 1353088179,
    signature: 'c886a91186ff53bbef375175882d9b065da794ee73d8d703c7bdc0c8b8aae29c',
  },
];

// Node's hashes, and those of a platform without `node:crypto`.
const platforms = [undefined, null].map((node) => ({
  hmac: createHmacSha256(node),
  md5: createMd5(node),
}));

async function signed(
  { app, method, path, query = {}, body, timestamp }: Vector,
  unsignedPrefix = '',
  prefix = unsignedPrefix,
  hashes = platforms[0],
): Promise<URL> {
  const url = new URL(`https://api.example.com${prefix}${path}`);
  for (const [name, value] of Object.entries({ ...query, auth_key: app.key }))
    url.searchParams.set(name, value);
  const target = { method, url, headers: new Headers(), body, nowMs: timestamp * 1_000 };
  await sign(target, app.secret, { ...(hashes ?? expect.unreachable()), unsignedPrefix, nowMs: (ms) => ms });
  return url;
}

describe('W10: REST signatures', () => {
  it.each(vectors)('$what', async (vector) => {
    expect((await signed(vector)).searchParams.get('auth_signature')).toBe(vector.signature);
  });

  it.each(vectors)('$what, behind a path prefix, which is not signed', async (vector) => {
    expect((await signed(vector, '/realtime')).searchParams.get('auth_signature')).toBe(vector.signature);
  });

  it.each(vectors)('$what, without node:crypto', async (vector) => {
    const url = await signed(vector, '', '', platforms[1]);
    expect(url.searchParams.get('auth_signature')).toBe(vector.signature);
  });

  it('sends the query escaped', async () => {
    const url = await signed({ ...vectors[0], query: { info: 'a&b=c#d %' } } as Vector);
    expect(url.search).toContain('info=a%26b%3Dc%23d%20%25');
  });

  it('lower-cases and sorts the names', () => {
    const text = stringToSign('get', '/some/resource', [
      ['auth_key', 'foo'],
      ['Name', 'Something else'],
    ]);
    expect(text).toBe('GET\n/some/resource\nauth_key=foo&name=Something else');
    expect(platforms[0]?.hmac(documented.secret, text)).toBe(
      '48a2f037e0f45dafa06f5c85d3068d11eb1f0661e1135b4441dc4f0b309efa7f',
    );
  });
});

describe('md5Hex', () => {
  it('agrees with the platform on any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(md5Hex(bytes)).toBe(createHash('md5').update(bytes).digest('hex'));
      }),
    );
  });

  it('agrees with RFC 1321', () => {
    expect(md5Hex(utf8(''))).toBe('d41d8cd98f00b204e9800998ecf8427e');
    expect(md5Hex(utf8('message digest'))).toBe('f96b697d7cb7938d525a2f31aaf161d0');
  });
});
