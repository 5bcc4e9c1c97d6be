import { createHash } from 'node:crypto';
import { verifyHmac } from '@org/core/webhooks';
import { describe, expect, it } from 'vitest';
import type { createRealtimeServerClient } from '../src/server/index.ts';
import { createMd5 } from '../src/server/signing/body-md5.ts';
import { createHmacSha256 } from '../src/server/signing/hmac.ts';
import { app, startScripted } from './server-fixtures.ts';

// Node's hashes, and those of a platform without `node:crypto`.
const platforms = [
  ['node:crypto', undefined],
  ['Web Crypto', null],
] as const;

// From the vendor's documentation, its Go and Node libraries' tests; the last ones computed with its Node
// library.
const signatures: readonly [secret: string, text: string, hex: string][] = [
  ['tofu', '123.456:test', 'efa6cf7644a0b35cba36aa0f776f3cbf7bb60e95ea2696bde1dbe8403b61bd7c'],
  ['tofu', '321.654:test', 'f6ecb0a17d3e4f68aca28f1673197a7608587c09deb0208faa4b5519aee0a777'],
  ['tofu', '123.456:test1', 'd5ab857f805433cb50562da96afa41688d7742a3c3a021ed15a4d991a4d8cf94'],
  ['tofu', '123.456:test2', '43affa6a09af1fb9ce1cadf176171346beaf7366673ec1e5920f68b3e97a466d'],
  ['tofu', '123.456:test:{"foo":"bar"}', 'f41faf9ead2ea76772cc6b1168363057459f02499ae4d92e88229dc7f4efa2d4'],
  ['tofu', '1.1:test:"ą§¶™€łü€ß£"', '2a229263e89d9c50524fd80c2e88be2843379f6931e28995e2cc214282c9db0c'],
  [
    'tofu',
    '123.456:private-encrypted-bla:"foo"',
    '962c48b78bf93d98ff4c92ee7dff04865821455b7b401e9d60a9e0a90af2c105',
  ],
  ['tofu', '123.456:bla:"foo"', '013ad3da0d88e0df6ae0a8184bef50b9c3933f2344499e6e3d1ad67fad799e20'],
  [
    'tofu',
    '123.456::user::{"id":"45678"}',
    'f4b1fdeea7c93e32648c7230e32b172057c5623cace6cfce791c6e7035e0babd',
  ],
  [
    'tofu',
    '123.456::user::{"id":"55555","user_name":"test"}',
    'b8a9f173455903792ae2b788add0c4c78ad7372b3ae7fb5769479276a1993743',
  ],
  [
    'tofu',
    '1.1::user::{"id":"ą§¶™€łü€ß£"}',
    '620494cee53d6c568b49598313194088afda37218f0d059af03c0c898ed61ff4',
  ],
  ['supersecret', 'Hello!', '64e3f44166575febbc5de88c9476325ea7d4b3684752158d9fdb31fce34b980d'],
  ['secret', '{"hello":"world"}', '2677ad3e7c090b2fa2c0fb13020d66d5420879b8316eb356a2d60fb9073bc778'],
  [
    app.secret,
    '1234.1234:presence-foobar:{"user_id":10,"user_info":{"name":"Mr. Pusher"}}',
    'afaed3695da2ffd16931f457e338e6c9f2921fa133ce7dac49f529792be6304c',
  ],
  [
    app.secret,
    '1234.1234:presence-foobar:{"user_id":10,"user_info":{"name":"Mr. Channels"}}',
    '31935e7d86dba64c2a90aed31fdc61869f9b22ba9d8863bba239c03ca481bc80',
  ],
];

const bodies: readonly [body: string, md5: string][] = [
  ['Hello!', '952d2c56d0485958336747bcdd98590d'],
  ['example body', '165d5e6d7ca8f73b3853ce45addf42fc'],
  ['{}', '99914b932bd37a50b983c5e7c90ae93b'],
  [
    '{"name":"foo","channels":["project-3"],"data":"{\\"some\\":\\"data\\"}"}',
    'ec365a775a4cd0599faeb73354201b6f',
  ],
  ['{"name":"é-event","channel":"project-3","data":"\\"ą§¶™€\\""}', 'cc2bf39d0c515d945f2a72dcd00d9264'],
  [
    '{"name":"my_event","data":"{\\"some\\":\\"data \\"}","channels":["one"]}',
    'e95168baf497b2e54b2c6cadd41a6a3f',
  ],
  [
    '{"name":"my_event","data":"{\\"some\\":\\"data \\"}","channels":["one","two","three"]}',
    '530dac0aa045e5f8e51c470aed0ce325',
  ],
  ['{"name":"my_event","data":"[1,2,4]","channels":["one"]}', '18e64b2fed38726915d79ebb4f8feb5b'],
  ['{"name":"test_event","data":"test string","channels":["test"]}', 'f358a562d00e1bfe1859132d932cd706'],
  [
    '{"name":"my_event","data":"{\\"some\\":\\"data \\"}","channels":["test_channel"],' +
      '"socket_id":"123.567","info":"user_count,subscription_count"}',
    '2e4f053f1c325dedbe21abd8f1852b53',
  ],
  [
    '{"name":"my_event","data":"{\\"some\\":\\"data \\"}","channels":["test_-=@,.;channel"]}',
    '024f0f297e27e131c8ec2c8817d153f4',
  ],
  [
    '{"batch":[{"channel":"integration","name":"event","data":"test"},' +
      '{"channel":"integration2","name":"event2","data":"test2"}]}',
    'fd5ab5fd40237f27555c4d2564470fdd',
  ],
  [
    '{"batch":[{"channel":"integration","name":"event","data":"{\\"hello\\":\\"world\\"}"},' +
      '{"channel":"integration2","name":"event2","data":"{\\"hello2\\":\\"another world\\"}"}]}',
    'ade2e9d64d936215c2b2d6a6f4606ef9',
  ],
  [
    '{"batch":[{"channel":"a","name":"e1","data":"{}","info":"subscription_count"},' +
      '{"channel":"b","name":"e2","data":"x","socket_id":"1.2"}]}',
    '337566054ab005f355465c22afed3f49',
  ],
];

describe.each(platforms)('W10: the published vectors, with %s', (_platform, node) => {
  it.each(signatures)('%s signs %s', async (secret, text, hex) => {
    expect(await createHmacSha256(node)(secret, text)).toBe(hex);
    const bytes = new TextEncoder().encode(text);
    expect(await createHmacSha256(node)(secret, bytes)).toBe(hex);
    expect(await verifyHmac({ secrets: [secret], bytes, signature: hex, encoding: 'hex' })).toBe(true);
  });

  it.each(bodies)('%s', (body, md5) => {
    expect(createMd5(node)(body)).toBe(md5);
    expect(createMd5(node)(new TextEncoder().encode(body))).toBe(md5);
  });

  it('refuses an empty secret', async () => {
    await expect(async () => createHmacSha256(node)('', 'text')).rejects.toThrow('not empty');
  });
});

it('W10: MD5 of our own where the platform refuses it, as Node does in FIPS mode', () => {
  const hash = () => {
    throw new Error('disabled for FIPS');
  };
  expect(createMd5({ hash })('Hello!')).toBe('952d2c56d0485958336747bcdd98590d');
});

describe('W10: the requests on the wire', () => {
  it.each<[string, string, (server: ReturnType<typeof createRealtimeServerClient>) => Promise<unknown>]>([
    [
      'a termination',
      '880052344e56f2b29dd6ae66856b69f1d496d6a262d22ccd4f50f94a6d98bf6a',
      (server) => server.terminateUserConnections('user-1'),
    ],
    [
      'a query that needs encoding',
      '7ae40221d8c633236bb496ece8f80287ab38636f50de23a194b4ff424bbb253c',
      (server) =>
        server.channels.list({ prefix: 'presence-a@b=c,d;e', info: ['user_count'] }).catch(() => {}),
    ],
    [
      'a path with punctuation',
      'f6b97ec5cc6f04cd3374d9971c5388920760feec0ca3feb8813e2d883850d5bb',
      (server) => server.channels.get('private-a@b=c,d;e').catch(() => {}),
    ],
  ])('%s has the published signature', async (_what, signature, call) => {
    const { service, server } = await startScripted({ runtime: { now: () => 1_353_088_179_000 } });
    service.respond({ answer: { json: {} } });
    await call(server);
    expect(service.requests[0]?.query.get('auth_signature')).toBe(signature);
  });

  it('send body_md5 with a body only, over the bytes that were sent', async () => {
    const { service, server } = await startScripted();
    service.respond({ answer: { json: { channels: {} } } });
    await server.channels.list();
    await server.trigger('orders', 'paid', 'ą§¶™€');
    const [list, trigger] = service.requests;
    expect(list?.query.has('body_md5')).toBe(false);
    const md5 = createHash('md5')
      .update(trigger?.body ?? '')
      .digest('hex');
    expect(trigger?.query.get('body_md5')).toBe(md5);
  });

  it.each(['auth_key', 'auth_timestamp', 'AUTH_VERSION', 'body_md5', 'auth_signature'])(
    'refuse a query with %s',
    async (name) => {
      const { service, server } = await startScripted();
      const call = server.request({ method: 'GET', path: '/channels', query: { [name]: '1' } });
      await expect(call).rejects.toMatchObject({ code: 'invalid-input' });
      const twice = server.request({ method: 'GET', path: '/channels', query: { info: 'a', Info: 'b' } });
      await expect(twice).rejects.toMatchObject({ code: 'invalid-input' });
      const list = server.request({ method: 'GET', path: '/channels', query: { info: ['a', 'b'] } });
      await expect(list).rejects.toMatchObject({ code: 'invalid-input' });
      expect(service.requests).toHaveLength(0);
    },
  );
});
