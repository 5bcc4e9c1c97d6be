import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRuntime } from '@org/core';
import { fromEnvFile } from '@org/core/secrets';
import { createEmailClient } from '@org/email';
import { smtp } from '@org/email/smtp';
import { createRealtimeClient } from '@org/realtime';
import { createRealtimeServerClient } from '@org/realtime/server';
import { describe, expect, it } from 'vitest';
import { startScriptedSmtpServer } from '../../packages/email/test/scripted-smtp-server.ts';
import { frame, startScriptedServer } from '../../packages/realtime/test/scripted-server.ts';
import { bodies, hostileHeaders, hostileParts, megabyte, mixture } from './hostile-text.ts';
import { leastMs } from './loop-time.ts';
import { mailDrivers } from './mail-drivers.ts';

const mostMs = 50;
const secrets = {
  key: 'key-0123456789',
  secondKey: 'second-0123456789',
  token: 'token-012',
  webhookSecret: 'x',
};
const texts = [...Object.entries(hostileParts), ['all of these', mixture(megabyte)] as const];
const fill = (part: string) => (length: number) =>
  part.repeat(Math.ceil(length / part.length)).slice(0, length);
const slowness = async (run: () => Promise<unknown>) => {
  const ms = await leastMs(run, () => mostMs);
  return ms > mostMs ? `${Math.round(ms)} ms` : undefined;
};

describe.each(Object.entries(mailDrivers))('P6: the webhooks of %s', (_name, driver) => {
  it.each(texts)(`read a megabyte of %s in ${mostMs} ms`, async (_kind, part) => {
    const { webhookScheme: scheme } = (await driver(secrets).webhooks?.load()) ?? {};
    const context = {
      secrets: { get: async () => [], refresh: async () => undefined },
      nowMs: 0,
      toleranceMs: 300_000,
      getText: async () => '',
    };
    for (const bodyOf of Object.values(bodies)) {
      const text = bodyOf(fill(part));
      const webhook = {
        text,
        bytes: new TextEncoder().encode(text),
        header: () => hostileHeaders(part)['date'] ?? '',
        url: '',
        query: new URLSearchParams(),
      };
      expect(await slowness(async () => scheme?.read(webhook))).toBeUndefined();
      expect(await slowness(async () => scheme?.verify(webhook, context as never))).toBeUndefined();
    }
  });
});

describe.each(texts)('P6: a megabyte of %s', (_kind, part) => {
  const text = fill(part)(megabyte);

  it.each(['EHLO', 'AUTH', 'MAIL', 'RCPT', 'DATA', 'final'] as const)(
    `from an SMTP server after %s takes at most ${2 * mostMs} ms, with the server`,
    async (step) => {
      const server = await startScriptedSmtpServer({
        extensions: ['AUTH PLAIN'],
        acts: { [step]: `${step === 'EHLO' ? '250-' : '550 '}${text}${step === 'EHLO' ? '\r\n250 OK' : ''}` },
      });
      const driver = smtp({ host: '127.0.0.1', port: server.port, user: 'ann', password: 'pass-0123456789' });
      const mail = { from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Hi', text: 'Hi' };
      const ms = await leastMs(
        async () => {
          await using client = createEmailClient({ driver, limiter: false, retry: { maxAttempts: 1 } });
          await client.send(mail);
        },
        () => 2 * mostMs,
      );
      await server.close();
      expect(ms).toBeLessThan(2 * mostMs);
    },
  );

  it(`in a response to a realtime server takes at most ${mostMs} ms`, async () => {
    let answer = () => new Response('{}');
    await using server = createRealtimeServerClient({
      appId: '1',
      key: 'key',
      secret: 'secret-0123456789',
      host: 'realtime.example',
      limiter: false,
      retry: { maxAttempts: 1 },
      runtime: { fetch: async () => answer() },
    });
    const calls = {
      trigger: () => server.trigger('news', 'paid', { id: 1 }),
      list: () => server.channels.list(),
      parse: () =>
        server.webhooks.parse(
          new Request('https://a.example', {
            method: 'POST',
            headers: { 'x-pusher-key': 'key', 'x-pusher-signature': text.trim().slice(0, 8_000) || 'x' },
            body: text,
          }),
        ),
    };
    for (const bodyOf of Object.values(bodies)) {
      const body = bodyOf(fill(part));
      for (const status of [200, 400, 413]) {
        answer = () => new Response(body, { status });
        for (const call of Object.values(calls)) expect(await slowness(call)).toBeUndefined();
      }
    }
  });

  it(`in frames to a realtime client takes at most ${2 * mostMs} ms, with the server`, async () => {
    const server = await startScriptedServer();
    await using client = createRealtimeClient(server.address);
    client.subscribe('news');
    await expect.poll(() => server.events()).toContain('pusher:subscribe');
    const short = text.slice(0, 60_000);
    const frames = [
      text,
      frame('pusher:error', { code: 4300, message: short }),
      frame('pusher:error', short),
      frame('pusher:subscription_error', { type: 'AuthError', error: short, status: 401 }, 'news'),
      frame(short.slice(0, 200), { message: short }, 'news'),
    ];
    for (const each of frames) {
      const ms = await leastMs(
        async () => {
          server.say(each);
          await new Promise((resolve) => setTimeout(resolve, 20));
        },
        () => 2 * mostMs,
      );
      expect(ms).toBeLessThan(2 * mostMs);
    }
  });

  it(`in an .env file takes at most ${mostMs} ms`, async () => {
    const path = join(mkdtempSync(join(tmpdir(), 'env-')), '.env');
    const runtime = createRuntime();
    for (const before of ['', 'KEY=', 'KEY="']) {
      writeFileSync(path, before + text.slice(0, 65_000));
      expect(
        await slowness(() => fromEnvFile(path, 'KEY').load({ runtime, refresh: false })),
      ).toBeUndefined();
    }
  });
});
