import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FaultServer, startFaultServer } from '../src/testing/index.ts';

let server: FaultServer;
beforeAll(async () => {
  server = await startFaultServer();
});
afterAll(() => server.close());

const script = fileURLToPath(new URL('opentelemetry-http-script.ts', import.meta.url));

describe('on node:http, with its instrumentation, each request produces one span, under its call', () => {
  it.concurrent.each([
    ['theirs', '@opentelemetry/instrumentation-http'],
    ['own', '@org/core'],
  ])('%s: by %s', { timeout: 60_000 }, async (whose, scope) => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--conditions=@org/source', script, whose, server.url],
      { env: { ...process.env, NODE_OPTIONS: '' } },
    );
    expect(JSON.parse(stdout)).toEqual([{ scope, isChildOfCall: true }]);
  });
});
