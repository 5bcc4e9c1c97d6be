import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { readOutput } from '../support/example-app.ts';

it('the output of an example is read by whole lines of each stream', async () => {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const url = readOutput({ stdout, stderr }).until(/The shop: +(\S+)/);
  for (const [stream, part] of [
    [stdout, 'The shop:  http://127.0.0.1:30'],
    [stderr, 'A warning\n'],
    [stdout, '00/\n'],
  ] as const) {
    stream.write(part);
    await new Promise(setImmediate);
  }
  expect(await url).toBe('http://127.0.0.1:3000/');
});
