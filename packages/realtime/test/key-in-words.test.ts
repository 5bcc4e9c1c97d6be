import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createRealtimeServerClient } from '../src/server/index.ts';

const secret = 'canary-secret-0123456789abcdef';

async function shownOf(status: number, body: string): Promise<string> {
  const server = createRealtimeServerClient({
    appId: '1',
    key: 'app-key',
    secret,
    host: 'realtime.example',
    runtime: { fetch: async () => new Response(body, { status }) },
  });
  const error: unknown = await server.trigger('orders', 'paid', {}).then(
    () => expect.unreachable('the trigger should fail'),
    (thrown: unknown) => thrown,
  );
  return `${inspect(error, { depth: 9 })} ${JSON.stringify(error)}`;
}

describe.each([
  ['plain text', 403, (text: string) => text],
  ['JSON', 400, (error: string) => JSON.stringify({ error })],
  ['an error in a 200', 200, (error: string) => JSON.stringify({ error, code: 401 })],
])('C13: the service quotes the secret in %s', (_name, status, body) => {
  it.each([0, 270, 285, 295])('after %i characters: no part of it shows', async (before) => {
    const shown = await shownOf(status, body(`Refused ${'x'.repeat(before)}${secret}${'y'.repeat(600)}`));
    expect(shown).toContain('The service says: Refused');
    for (let at = 0; at + 8 <= secret.length; at += 1) expect(shown).not.toContain(secret.slice(at, at + 8));
  });
});
