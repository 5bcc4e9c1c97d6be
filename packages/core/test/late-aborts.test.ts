import { describe, expect, it } from 'vitest';
import { createServiceClient, noAuth, type Transport } from '../src/index.ts';
import { createManualRuntime } from '../src/testing/index.ts';

/** A call that fails, and is given up so many turns of the microtask queue later. */
async function run(turns: number, error: unknown) {
  const caller = new AbortController();
  const reason = new Error('given up');
  const transport: Transport = async () => {
    let later = Promise.resolve();
    for (let turn = 0; turn < turns; turn += 1) later = later.then(() => {});
    void later.then(() => caller.abort(reason));
    throw error;
  };
  const client = createServiceClient(
    { name: 'acme', baseUrl: 'https://api.acme.test', auth: noAuth() },
    { runtime: createManualRuntime(), transport, retry: false },
  );
  const call = client.request({ method: 'GET', path: '/' }, { signal: caller.signal });
  const [result] = await Promise.allSettled([call]);
  return { thrown: result.status === 'rejected' ? result.reason : undefined, reason };
}

describe('C9: an abort in the moment in which an attempt fails', () => {
  it.each(Array.from({ length: 16 }, (_, turns) => turns))('%d microtasks later', async (turns) => {
    const { thrown, reason } = await run(turns, new TypeError('fetch failed'));
    if (thrown !== reason) expect(thrown).toMatchObject({ name: 'NetworkError' });
  });
});
