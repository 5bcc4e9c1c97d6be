import { describe, expect, it } from 'vitest';
import type { SubscriptionWish } from '../src/realtime/commands/subscription-decision.ts';
import { decideSubscription } from '../src/realtime/commands/subscription-decision.ts';
import { hostedLimits } from '../src/realtime/limits.ts';
import type { SignedRequest } from '../src/realtime/rest/authenticate.ts';
import { formatStringToSign, readParameters, refuseUnsigned } from '../src/realtime/rest/authenticate.ts';
import {
  formatChannelSignatureText,
  formatUserSignatureText,
  md5Hex,
  signHex,
  verifyToken,
} from '../src/realtime/signature.ts';
import { app } from './realtime-client.ts';

const documentedAt = 1_353_088_179_000;
const goApp = { id: '102015', key: 'd41a439c438a100756f5', secret: '4bf35003e819bb138249' };
const bytesOf = (text: string) => new TextEncoder().encode(text);

function request(method: string, path: string, query: string, body = ''): SignedRequest {
  return { method, path, query: new URLSearchParams(query), bytes: bytesOf(body) };
}

function documentedQuery(signature: string, rest = ''): string {
  return `auth_key=${app.key}&auth_timestamp=1353088179&auth_version=1.0${rest}&auth_signature=${signature}`;
}

describe('W10: channel and user tokens of the published examples', () => {
  const wish: SubscriptionWish = {
    app,
    limits: hostedLimits,
    socketId: '1234.1234',
    user: undefined,
    channel: 'private-foobar',
    auth: '',
    channelData: undefined,
  };

  it.each([
    [
      'private',
      'private-foobar',
      undefined,
      '58df8b0c36d6982b82c3ecf6b4662e34fe8c25bba48f5369f135bf843651c3a4',
    ],
    [
      'presence, with the name that the published signature really belongs to',
      'presence-foobar',
      '{"user_id":10,"user_info":{"name":"Mr. Pusher"}}',
      'afaed3695da2ffd16931f457e338e6c9f2921fa133ce7dac49f529792be6304c',
    ],
    [
      'presence',
      'presence-foobar',
      '{"user_id":10,"user_info":{"name":"Mr. Channels"}}',
      '31935e7d86dba64c2a90aed31fdc61869f9b22ba9d8863bba239c03ca481bc80',
    ],
    [
      'presence in UTF-8',
      'presence-room',
      '{"user_id":"u1","user_info":{"name":"Zoë"}}',
      '946ae24027677d50d84435b8b49ee0a36bc520cf60312eedbeb7b1ff600d708a',
    ],
    [
      'private with channel_data',
      'private-foobar',
      '{"user_id":"u1"}',
      'e307391c8e8e9253874a38e3a02b657cea6bc4be825f9da02357cffdfd618d6d',
    ],
    [
      'encrypted',
      'private-encrypted-orders',
      undefined,
      'bc32059df4abc5918d2a4ce084b4875fcfbe7ddc8c84eff6dbc5ef52029f2a6b',
    ],
  ])('accepts %s', (_, channel, channelData, signature) => {
    const decision = decideSubscription({ ...wish, channel, channelData, auth: `${app.key}:${signature}` });
    expect(decision.isAllowed).toBe(true);
    const forged = signature.replace(/^./, (digit) => (digit === '0' ? '1' : '0'));
    expect(
      decideSubscription({ ...wish, channel, channelData, auth: `${app.key}:${forged}` }).isAllowed,
    ).toBe(false);
  });

  it('refuses the pair of presence data and signature that the documentation prints', () => {
    const auth = `${app.key}:afaed3695da2ffd16931f457e338e6c9f2921fa133ce7dac49f529792be6304c`;
    const channelData = '{"user_id":10,"user_info":{"name":"Mr. Channels"}}';
    expect(decideSubscription({ ...wish, channel: 'presence-foobar', channelData, auth }).isAllowed).toBe(
      false,
    );
  });

  it.each([
    ['{"id":"12345"}', '4708d583dada6a56435fb8bc611c77c359a31eebde13337c16ab43aa6de336ba'],
    [
      '{"id":"u1","user_info":{"name":"Zoë"},"watchlist":["u2","u3"]}',
      'c72c0dacdb5ae1d6fdd3effbb305ec7f21ed36394c093fcfce7adf95b99d210b',
    ],
  ])('accepts the user %s', (userData, signature) => {
    const text = formatUserSignatureText('1234.1234', userData);
    expect(verifyToken(app, `${app.key}:${signature}`, text)).toBe('valid');
    expect(verifyToken(app, `${app.key}x:${signature}`, text)).toBe('wrong-key');
    expect(verifyToken(app, `${app.key}:${signature}0`, text)).toBe('wrong-signature');
  });

  it.each([
    ['123.456', 'test', undefined, 'efa6cf7644a0b35cba36aa0f776f3cbf7bb60e95ea2696bde1dbe8403b61bd7c'],
    ['321.654', 'test', undefined, 'f6ecb0a17d3e4f68aca28f1673197a7608587c09deb0208faa4b5519aee0a777'],
    ['123.456', 'test1', undefined, 'd5ab857f805433cb50562da96afa41688d7742a3c3a021ed15a4d991a4d8cf94'],
    ['123.456', 'test2', undefined, '43affa6a09af1fb9ce1cadf176171346beaf7366673ec1e5920f68b3e97a466d'],
    ['123.456', 'test', '{"foo":"bar"}', 'f41faf9ead2ea76772cc6b1168363057459f02499ae4d92e88229dc7f4efa2d4'],
    ['1.1', 'test', '"ą§¶™€łü€ß£"', '2a229263e89d9c50524fd80c2e88be2843379f6931e28995e2cc214282c9db0c'],
    [
      '123.456',
      'private-encrypted-bla',
      '"foo"',
      '962c48b78bf93d98ff4c92ee7dff04865821455b7b401e9d60a9e0a90af2c105',
    ],
    ['123.456', 'bla', '"foo"', '013ad3da0d88e0df6ae0a8184bef50b9c3933f2344499e6e3d1ad67fad799e20'],
  ])('signs %s:%s:%s as pusher-http-node does', (socketId, channel, channelData, signature) => {
    expect(signHex('tofu', formatChannelSignatureText(socketId, channel, channelData))).toBe(signature);
  });

  it.each([
    ['123.456', '{"id":"45678"}', 'f4b1fdeea7c93e32648c7230e32b172057c5623cace6cfce791c6e7035e0babd'],
    [
      '123.456',
      '{"id":"55555","user_name":"test"}',
      'b8a9f173455903792ae2b788add0c4c78ad7372b3ae7fb5769479276a1993743',
    ],
    ['1.1', '{"id":"ą§¶™€łü€ß£"}', '620494cee53d6c568b49598313194088afda37218f0d059af03c0c898ed61ff4'],
  ])('signs the user %s %s as pusher-http-node does', (socketId, userData, signature) => {
    expect(signHex('tofu', formatUserSignatureText(socketId, userData))).toBe(signature);
  });
});

describe('W10: signed REST requests of the published examples', () => {
  const eventBody = '{"name":"foo","channels":["project-3"],"data":"{\\"some\\":\\"data\\"}"}';
  const utf8Body = '{"name":"é-event","channel":"project-3","data":"\\"ą§¶™€\\""}';
  const batchBody =
    '{"batch":[{"channel":"a","name":"e1","data":"{}","info":"subscription_count"},{"channel":"b",' +
    '"name":"e2","data":"x","socket_id":"1.2"}]}';

  it.each([
    [
      'POST',
      '/apps/3/events',
      eventBody,
      '&body_md5=ec365a775a4cd0599faeb73354201b6f',
      'da454824c97ba181a32ccc17a72625ba02771f50b50e1e7430e47a1f3f457e6c',
    ],
    [
      'POST',
      '/apps/3/events',
      utf8Body,
      '&body_md5=cc2bf39d0c515d945f2a72dcd00d9264',
      '5bbe94be0c0390410b8042571bead8cbab97a49031204986425e0c7130728913',
    ],
    [
      'GET',
      '/apps/3/channels',
      '',
      '&filter_by_prefix=presence-a%40b%3Dc%2Cd%3Be&info=user_count',
      '7ae40221d8c633236bb496ece8f80287ab38636f50de23a194b4ff424bbb253c',
    ],
    [
      'GET',
      '/apps/3/channels/private-a@b=c,d;e',
      '',
      '',
      'f6b97ec5cc6f04cd3374d9971c5388920760feec0ca3feb8813e2d883850d5bb',
    ],
    [
      'POST',
      '/apps/3/users/user-1/terminate_connections',
      '{}',
      '&body_md5=99914b932bd37a50b983c5e7c90ae93b',
      '880052344e56f2b29dd6ae66856b69f1d496d6a262d22ccd4f50f94a6d98bf6a',
    ],
    [
      'POST',
      '/apps/3/batch_events',
      batchBody,
      '&body_md5=337566054ab005f355465c22afed3f49',
      'c886a91186ff53bbef375175882d9b065da794ee73d8d703c7bdc0c8b8aae29c',
    ],
  ])('trusts %s %s', (method, path, body, rest, signature) => {
    const query = documentedQuery(signature, rest);
    expect(refuseUnsigned(app, request(method, path, query, body), documentedAt)).toBeUndefined();
    expect(refuseUnsigned(app, request(method, `${path}x`, query, body), documentedAt)?.status).toBe(401);
  });

  const session = 'presence-session-d41a439c438a100756f5-4bf35003e819bb138249';
  it.each([
    [
      '',
      1427034994,
      'filter_by_prefix=presence-&info=user_count',
      '4d8a02edcc8a758b0162cd6da690a9a45fb8ae326a276dca1e06a0bc42796c11',
    ],
    [
      '',
      1427036577,
      'filter_by_prefix=presence-',
      'b540383af4582af5fbb5df7be5472d54bd0838c9c2021c7743062568839e6f97',
    ],
    ['', 1427036787, '', 'df89248f87f6e6d028925e0b04d60f316527a865992ace6936afa91281d8bef0'],
    [
      `/${session}-ROpCFmgFhXY`,
      1427053326,
      'info=user_count,subscription_count',
      'f93ceb31f396aef336226efe512aaf339bd5e39c7c2c04b81cc8681dc16ee785',
    ],
    [
      `/${session}-nYJLy67qh52/users`,
      1427053709,
      '',
      '207feaf4e8efeb24e5f148011704251bf90e2059a5f97a3eb52d06178b11feca',
    ],
  ])('trusts what pusher-http-go signed: /channels%s at %i', (tail, seconds, extra, signature) => {
    const query =
      `auth_key=${goApp.key}&auth_signature=${signature}&auth_timestamp=${seconds}&auth_version=1.0&` +
      `${extra}`;
    const signed = request('GET', `/apps/102015/channels${tail}`, query);
    expect(refuseUnsigned(goApp, signed, seconds * 1000)).toBeUndefined();
  });

  it.each([
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
      '{"batch":[{"channel":"integration","name":"event","data":"test"},{"channel":"integration2",' +
        '"name":"event2","data":"test2"}]}',
      'fd5ab5fd40237f27555c4d2564470fdd',
    ],
    [
      '{"batch":[{"channel":"integration","name":"event","data":"{\\"hello\\":\\"world\\"}"},' +
        '{"channel":"integration2","name":"event2","data":"{\\"hello2\\":\\"another world\\"}"}]}',
      'ade2e9d64d936215c2b2d6a6f4606ef9',
    ],
    ['{}', '99914b932bd37a50b983c5e7c90ae93b'],
    ['Hello!', '952d2c56d0485958336747bcdd98590d'],
    ['example body', '165d5e6d7ca8f73b3853ce45addf42fc'],
  ])('digests the body %s', (body, digest) => {
    expect(md5Hex(bytesOf(body))).toBe(digest);
  });

  it('folds and sorts parameter names, and leaves values as they are', () => {
    const parameters = readParameters(new URLSearchParams('Name=Something+else&auth_key=foo'));
    const text = formatStringToSign('get', '/some/resource', parameters ?? new Map());
    expect(text).toBe('GET\n/some/resource\nauth_key=foo&name=Something else');
    expect(signHex(app.secret, text)).toBe(
      '48a2f037e0f45dafa06f5c85d3068d11eb1f0661e1135b4441dc4f0b309efa7f',
    );
  });

  it.each([
    [
      'foo=bar&baz=123454321&auth_key=f00d&auth_timestamp=1234567890&auth_version=1.0',
      'GET',
      'd8bdbd31911fb7400a14fbd36fd7de053494725b64400ae5856deafe304b34a9',
    ],
    [
      'auth_key=f00d&auth_timestamp=1234567890&auth_version=1.0&body_md5=165d5e6d7ca8f73b3853ce45addf42fc',
      'GET',
      'a650196dc427ebe837226f8565ca9232198c6d1b9455eaa72374a9dc0b620e7b',
    ],
  ])('signs the query of the pusher-http-node helper test: %s', (query, method, signature) => {
    const parameters = readParameters(new URLSearchParams(query)) ?? new Map();
    expect(signHex('tofu', formatStringToSign(method, '/event', parameters))).toBe(signature);
  });

  it.each([
    ['secret', '{"hello":"world"}', '2677ad3e7c090b2fa2c0fb13020d66d5420879b8316eb356a2d60fb9073bc778'],
    ['supersecret', 'Hello!', '64e3f44166575febbc5de88c9476325ea7d4b3684752158d9fdb31fce34b980d'],
    [
      'tofu',
      '{"time_ms":1403175510755,"events":[{"channel":"test_channel","name":"channel_vacated"}]}',
      'c17257e92037cd7de407ebc1ed174ceb7b2e518db127f44411b9ffc4f5b28cc5',
    ],
    [
      app.secret,
      '{"time_ms":1327078148132,"events":[{"name":"client_event","channel":"presence-room",' +
        '"event":"client-typing","data":"{\\"on\\":true}","socket_id":"1234.1234","user_id":"u1"},' +
        '{"name":"subscription_count","channel":"orders","subscription_count":7}]}',
      'bdab12e23a8cc9092406e002dcda2e442657342a2763aac5ce20ca272953d26d',
    ],
  ])('signs webhook bodies with %s: %s', (secret, body, signature) => {
    expect(signHex(secret, bytesOf(body))).toBe(signature);
  });
});

describe('security: what a REST signature must cover', () => {
  const signature = 'df89248f87f6e6d028925e0b04d60f316527a865992ace6936afa91281d8bef0';
  const query =
    `auth_key=${goApp.key}&auth_timestamp=1427036787&` + `auth_version=1.0&auth_signature=${signature}`;
  const at = 1_427_036_787_000;
  const verdict = (text: string, nowMs = at, body = '') =>
    refuseUnsigned(goApp, request('GET', '/apps/102015/channels', text, body), nowMs);

  it.each([
    ['600 s late', query, at + 600_000],
    ['600 s early', query, at - 600_000],
    ['another key', query.replace(goApp.key, 'nobody'), at],
    ['no key', query.replace('auth_key', 'auth_kee'), at],
    ['no version', query.replace('auth_version=1.0', 'x=1'), at],
    ['version 2', query.replace('1.0', '2.0'), at],
    ['no timestamp', query.replace('auth_timestamp=1427036787', 'x=1'), at],
    ['a timestamp that is not a number', query.replace('1427036787', 'now'), at],
    ['no signature', query.replace('auth_signature', 'x'), at],
    ['an empty signature', query.replace(signature, ''), at],
    ['one more parameter', `${query}&info=x`, at],
    ['a parameter twice', `${query}&auth_key=${goApp.key}`, at],
    ['a parameter twice in two cases', `${query}&AUTH_KEY=${goApp.key}`, at],
  ])('refuses %s with 401', (_, text, nowMs) => {
    expect(verdict(text, nowMs)?.status).toBe(401);
  });

  it.each([[599_000], [-599_000]])('accepts a clock that is off by %i ms', (skewMs) => {
    expect(verdict(query, at + skewMs)).toBeUndefined();
  });

  it('states both times when the timestamp is too old, so that a client can correct its clock', () => {
    expect(verdict(query, at + 3_600_000)?.body).toBe(
      'Timestamp expired: Given timestamp (2015-03-22T15:06:27Z) not within 600s of server time ' +
        '(2015-03-22T16:06:27Z)\n',
    );
  });

  it('accepts the digest of an empty body, which the official client for Python sends', () => {
    const parameters = readParameters(new URLSearchParams(query)) ?? new Map();
    parameters.set('body_md5', md5Hex(bytesOf('')));
    parameters.delete('auth_signature');
    const signature = signHex(goApp.secret, formatStringToSign('GET', '/apps/3/channels', parameters));
    parameters.set('auth_signature', signature);
    const text = new URLSearchParams([...parameters]).toString();
    const signed = {
      method: 'GET',
      path: '/apps/3/channels',
      query: new URLSearchParams(text),
      bytes: bytesOf(''),
    };
    expect(refuseUnsigned(goApp, signed, at)).toBeUndefined();
  });

  it('refuses a body without digest, and a digest of another body', () => {
    expect(verdict(query, at, '{}')?.status).toBe(401);
    expect(verdict(`${query}&body_md5=${md5Hex(bytesOf('other'))}`, at, '{}')?.status).toBe(401);
    expect(verdict(`${query}&body_md5=${md5Hex(bytesOf(''))}`)?.status).toBe(401);
  });
});
