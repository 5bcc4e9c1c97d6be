import fc from 'fast-check';
import Pusher from 'pusher';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRealtimeServerClient } from '../src/server/index.ts';
import { createMd5 } from '../src/server/signing/body-md5.ts';
import { createHmacSha256 } from '../src/server/signing/hmac.ts';
import { sign } from '../src/server/signing/sign-request.ts';
import { app } from './server-fixtures.ts';

const official = new Pusher({ ...app, cluster: 'mt1' });
const ours = createRealtimeServerClient({ ...app, host: 'api.example.com' });

const characters = [...'abcXYZ019_-=@,.;'];
const name = fc.string({ unit: fc.constantFrom(...characters), minLength: 1, maxLength: 60 });
const socketId = fc.tuple(fc.nat(), fc.nat()).map(([a, b]) => `${a}.${b}`);
const text = fc.string({ unit: 'grapheme', maxLength: 30 });
const info = fc.dictionary(text, fc.oneof(text, fc.integer(), fc.boolean()), { maxKeys: 5 });
const userId = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 });

describe('W10: the official pusher 5.3.4 makes the same', () => {
  it('tokens of private channels', async () => {
    await fc.assert(
      fc.asyncProperty(socketId, name, async (id, channel) => {
        const channelName = `private-${channel}`;
        fc.pre(!channelName.startsWith('private-encrypted-'));
        const token = official.authorizeChannel(id, channelName);
        expect(await ours.authorizeChannel({ socketId: id, channelName })).toEqual(token);
      }),
    );
  });

  it('tokens of presence channels, byte for byte', async () => {
    await fc.assert(
      fc.asyncProperty(socketId, name, userId, info, async (id, channel, user, userInfo) => {
        const channelName = `presence-${channel}`;
        const data = { user_id: user, user_info: userInfo };
        const token = official.authorizeChannel(id, channelName, data);
        const member = { userId: user, userInfo };
        expect(await ours.authorizeChannel({ socketId: id, channelName, member })).toEqual(token);
      }),
    );
  });

  it('tokens of users', async () => {
    await fc.assert(
      fc.asyncProperty(socketId, userId, info, async (id, user, userInfo) => {
        const token = official.authenticateUser(id, { id: user, user_info: userInfo });
        expect(await ours.authenticateUser(id, { id: user, userInfo })).toEqual(token);
      }),
    );
  });

  describe('signatures of requests', () => {
    beforeEach(() => void vi.useFakeTimers({ now: 1_353_088_179_000, toFake: ['Date'] }));
    afterEach(() => void vi.useRealTimers());

    it('for any path, raw query and body', async () => {
      const params = fc.dictionary(fc.string({ unit: fc.constantFrom(...'abcxyz_'), minLength: 1 }), text);
      const signing = { hmac: createHmacSha256(), md5: createMd5(), unsignedPrefix: '' };
      await fc.assert(
        fc.asyncProperty(name, params, fc.option(text, { nil: undefined }), async (channel, query, body) => {
          const path = `/apps/3/channels/private-${channel}`;
          const method = body === undefined ? 'GET' : 'POST';
          const theirs = official.createSignedQueryString({ method, path, params: query, body: body ?? '' });
          const url = new URL(`https://api.example.com${path}`);
          for (const [key, value] of Object.entries({ ...query, auth_key: app.key }))
            url.searchParams.set(key, value);
          const target = { method, url, headers: new Headers(), body, nowMs: Date.now() };
          await sign(target, app.secret, { ...signing, nowMs: (ms) => ms });
          expect(theirs).toContain(`auth_signature=${url.searchParams.get('auth_signature')}`);
          for (const [key, value] of Object.entries(query)) expect(url.searchParams.get(key)).toBe(value);
        }),
      );
    });
  });

  it('webhooks: both accept the same signature, and refuse the same tampering', async () => {
    const hmac = createHmacSha256();
    await fc.assert(
      fc.asyncProperty(name, fc.boolean(), async (channel, isTampered) => {
        const events = [{ name: 'channel_occupied', channel }];
        const body = JSON.stringify({ time_ms: Date.now(), events });
        const headers = {
          'content-type': 'application/json',
          'x-pusher-key': app.key,
          'x-pusher-signature': await hmac(app.secret, isTampered ? `${body} ` : body),
        };
        const isValid = official.webhook({ headers, rawBody: body }).isValid();
        const isOurs = await ours.webhooks.parse({ headers, body }).then(
          () => true,
          () => false,
        );
        expect([isValid, isOurs]).toEqual([!isTampered, !isTampered]);
      }),
    );
  });
});
