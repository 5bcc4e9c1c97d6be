import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasRedisServer, type RedisServer, redisNote, startRedisServer } from './server.ts';

describe.skipIf(!hasRedisServer)(`C11: a process that shared a limit ends by itself${redisNote}`, () => {
  let server: RedisServer;
  beforeAll(async () => {
    server = await startRedisServer();
  });
  afterAll(() => server.stop());

  it.concurrent.each(['released', 'cancelled', 'closed'])(
    '%s',
    async (scenario) => {
      const program = fileURLToPath(new URL('exit-program.ts', import.meta.url));
      const flags = ['--conditions=@org/source', '--throw-deprecation', '--unhandled-rejections=strict'];
      const child = spawn(process.execPath, [...flags, program, scenario, server.path], {
        stdio: 'inherit',
        // Less than the minute until capacity is free again: only for the program that would wait for it.
        timeout: 50_000,
      });
      expect(await once(child, 'exit')).toEqual([0, null]);
    },
    70_000,
  );
});
