import { describe, expect, it } from 'vitest';
import {
  bearerAuth,
  createLimiter,
  createServiceClient,
  maxConcurrency,
  noAuth,
  Secret,
} from '../src/index.ts';
import { createManualRuntime } from '../src/testing/manual-clock.ts';

describe('a token that is fetched through the limiter of the calls that need it', () => {
  it('does not wait for itself, with one call at a time', async () => {
    const sent: string[] = [];
    const runtime = createManualRuntime({
      fetch: async (url, { headers }) => {
        sent.push(`${new URL(url).pathname} ${new Headers(headers).get('authorization')}`);
        return new Response(url.endsWith('/token') ? '{"token":"t-1"}' : '{}');
      },
    });
    const limiter = createLimiter({ limits: [maxConcurrency(1)], runtime });
    const service = { name: 'acme', baseUrl: 'https://api.acme.test' };
    const tokens = createServiceClient({ ...service, auth: noAuth() }, { limiter, runtime });
    const source = 'the token endpoint';
    const credential = {
      description: source,
      async load() {
        const response = await tokens.request({ method: 'POST', path: '/token', safety: 'idempotent' });
        const { token } = response.json() as { token: string };
        return { secret: new Secret(token), source };
      },
    };
    const client = createServiceClient(
      { ...service, auth: bearerAuth(), credential },
      { limiter, runtime, deadlineMs: 5_000 },
    );
    const calls = [1, 2, 3].map(() => client.request({ method: 'GET', path: '/things' }));
    await runtime.advance(5_000);
    await Promise.all(calls);
    expect(sent).toEqual(['/token null', ...Array(3).fill('/things Bearer t-1')]);
  });
});
