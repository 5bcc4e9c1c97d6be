import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { multipart, streamBody } from '../src/bodies/index.ts';
import { createServiceClient, noAuth, type RequestBody } from '../src/index.ts';
import { createManualRuntime, startFaultServer } from '../src/testing/index.ts';

/** Not by `once` of node:events, which listens to errors itself. */
async function closed(stream: Readable | undefined): Promise<void> {
  if (stream?.closed === false) await new Promise<void>((resolve) => stream.once('close', resolve));
}

/** Sends a body whose stream breaks while a hook takes its time. */
async function sendBroken(bodyOf: (open: () => Readable) => RequestBody): Promise<unknown> {
  await using server = await startFaultServer();
  let stream: Readable | undefined;
  const body = bodyOf(() => {
    stream = createReadStream('/no/such/file');
    return stream;
  });
  const client = createServiceClient(
    { name: 'acme', baseUrl: server.url, auth: noAuth() },
    { runtime: createManualRuntime(), hooks: { beforeRequest: () => closed(stream) } },
  );
  const call = client.request({ method: 'PUT', path: '/files/7', body });
  const error = await call.catch((thrown: unknown) => thrown);
  // Without a listener its error is an uncaught one, and ends the process.
  expect(stream?.listenerCount('error')).toBeGreaterThan(0);
  return error;
}

describe('a stream of Node that breaks before it is read ends its call, and not the process', () => {
  it.each<[string, (open: () => Readable) => RequestBody]>([
    ['made by a factory', (open) => streamBody(open)],
    ['given itself', (open) => streamBody(open())],
    ['a part of a form', (open) => multipart([{ name: 'rows', content: open(), filename: 'rows.csv' }])],
  ])('%s', async (_, bodyOf) => {
    expect(await sendBroken(bodyOf)).toMatchObject({
      name: 'RequestBodyError',
      cause: { code: 'ENOENT' },
    });
  });

  it('given itself, to a call that has not begun', async () => {
    const stream = new Readable({ read() {} });
    streamBody(stream);
    expect(stream.listenerCount('error')).toBe(1);
    stream.destroy(new Error('broke'));
    await closed(stream);
    expect(stream.errored).toMatchObject({ message: 'broke' });
  });
});
