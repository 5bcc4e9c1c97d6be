import { readFileSync } from 'node:fs';
import { Agent } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServiceClient, defineOperation, noAuth, type Transport } from '../src/index.ts';
import { type FaultServer, startFaultServer } from '../src/testing/index.ts';
import { createUndiciTransport, type UndiciDispatcher } from '../src/undici/index.ts';

let server: FaultServer;
beforeAll(async () => {
  server = await startFaultServer({
    rules: [{ when: { path: '/cookies' }, answer: { body: '{"ok":true}' } }],
  });
});
afterAll(() => server.close());

const readThing = defineOperation({
  name: 'thing.get',
  safety: 'read',
  encode: () => ({ method: 'GET', path: '/cookies' }),
  decode: (answer) => answer.json(),
});

async function read(transport: Transport) {
  await using client = createServiceClient(
    { name: 'acme', baseUrl: server.url, auth: noAuth() },
    { transport, retry: false },
  );
  return client.execute(readThing, undefined);
}

describe('the transport on undici', () => {
  it('closes what it opened, any number of times, also before the first call', async () => {
    const transport = createUndiciTransport();
    await transport.close();
    expect(await read(transport)).toEqual({ ok: true });
    await transport.close();
    await transport.close();
  });

  it("uses a dispatcher of the caller's own and leaves it open", async () => {
    const agent = new Agent({ keepAliveTimeout: 50 });
    const asked: unknown[] = [];
    const dispatcher: UndiciDispatcher = {
      dispatch(options: never, handler: never) {
        asked.push(Reflect.get(options, 'path'));
        return agent.dispatch(options, handler);
      },
    };
    const transport = createUndiciTransport({ dispatcher });
    expect(await read(transport)).toEqual({ ok: true });
    await transport.close();
    expect(await read(transport)).toEqual({ ok: true });
    expect(asked).toEqual(['/cookies', '/cookies']);
    await agent.close();
  });

  it('ends in a typed error when the dispatcher throws', async () => {
    const dispatcher: UndiciDispatcher = {
      dispatch() {
        throw new TypeError('broken');
      },
    };
    await expect(read(createUndiciTransport({ dispatcher }))).rejects.toMatchObject({ name: 'NetworkError' });
  });

  it('sends nothing for a call that was aborted before it had a connection', async () => {
    const controller = new AbortController();
    const reason = new Error('changed my mind');
    let begin: () => void = () => {};
    let aborted = false;
    const dispatcher: UndiciDispatcher = {
      dispatch(_options: never, handler: { onRequestStart(controller: object): void }) {
        begin = () =>
          handler.onRequestStart({
            abort() {
              aborted = true;
            },
          });
        queueMicrotask(() => controller.abort(reason));
        return true;
      },
    };
    const client = createServiceClient(
      { name: 'acme', baseUrl: server.url, auth: noAuth() },
      { transport: createUndiciTransport({ dispatcher }) },
    );
    await expect(client.execute(readThing, undefined, { signal: controller.signal })).rejects.toBe(reason);
    begin();
    expect(aborted).toBe(true);
  });

  it('asks for the undici that it was tested with', () => {
    const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
    expect(manifest.peerDependenciesMeta.undici).toEqual({ optional: true });
    expect(manifest.dependencies ?? {}).not.toHaveProperty('undici');
  });
});
