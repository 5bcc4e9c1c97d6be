import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleProgram, type ProgramFile } from '../../../../test/support/bundle-program.ts';
import { hasRedisServer, type RedisServer, redisNote, startRedisServer } from './server.ts';

describe.skipIf(!hasRedisServer)(`C11: a process that shared a limit ends by itself${redisNote}`, () => {
  let program: ProgramFile;
  let server: RedisServer;
  beforeAll(async () => {
    program = await bundleProgram(new URL('exit-program.ts', import.meta.url));
    server = await startRedisServer();
  });
  afterAll(async () => {
    program[Symbol.dispose]();
    await server.stop();
  });

  it.concurrent.each(['released', 'cancelled', 'closed'])(
    '%s',
    async (scenario) => {
      const flags = ['--throw-deprecation', '--unhandled-rejections=strict'];
      const child = spawn(process.execPath, [...flags, program.path, scenario, server.path], {
        stdio: 'inherit',
        // Less than the minute until capacity is free again: only for the program that would wait for it.
        timeout: 50_000,
      });
      expect(await once(child, 'exit')).toEqual([0, null]);
    },
    70_000,
  );
});
