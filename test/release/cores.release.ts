import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Sandbox, startSandbox } from '@org/sandbox';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { hasRedisServer, redisNote, startRedisServer } from '../../packages/core/test/redis/server.ts';
import { root } from '../../scripts/package-entries.ts';
import { run } from '../../scripts/run.ts';
import { strictOptions, typedProgram } from '../support/two-cores.ts';
import { alone, createProject, installed, installWithNpm } from './support/project.ts';

const { first, minor } = inject('releases');

/** Errors, limiters and secrets, from the product with the older core to the one with the newer. */
const crossing = `
import { createLimiter, isOrgError, perMinute, Secret } from 'newer-core';
import * as older from 'older-core';
import { createEmailClient } from '@org/email';
import { plunk } from '@org/email/plunk';
import { createRoutingClient } from '@org/routing';
import { valhalla } from '@org/routing/valhalla';

const limiter = createLimiter({ limits: [perMinute(2)] });
const apiKey = new Secret(process.env.PLUNK_API_KEY);
const email = createEmailClient({ driver: plunk({ apiKey }), limiter, deadlineMs: 500 });
const baseUrl = 'http://127.0.0.1:9';
const driver = valhalla({ baseUrl });
const routing = createRoutingClient({ driver, limiter, retry: false, deadlineMs: 500 });
const message = { from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Hi', html: '<p>Hi</p>' };
const { outcomes } = await email.send(message);
const broken = await email.send({ ...message, from: 'ann' }).catch((error) => error);
const waypoints = [[9.52, 47.14], [9.51, 47.16]];
const lost = await routing.directions({ profile: 'driving', waypoints }).catch((error) => error);
const late = await email.send(message).catch((error) => error);
console.log(JSON.stringify({
  cores: older.Secret === Secret ? 1 : 2,
  sent: outcomes[0].status,
  known: [isOrgError(broken), older.isOrgError(lost), older.Secret.isInstance(apiKey)],
  codes: [broken.code, lost.code, late.code],
  late: [late.outcome, isOrgError(late)],
}));
await Promise.all([email.close(), routing.close()]);
`;

/** One window in Redis, filled by a limiter of either core. */
const shared = `
import { createRedisLimiter, fromIoredis } from 'newer-core/redis';
import { perMinute } from 'newer-core';
import * as older from 'older-core/redis';
import { Redis } from 'ioredis';

const connect = () => new Redis({ path: process.env.REDIS_SOCKET });
const clients = [connect(), connect()];
const settings = { key: 'mail', limits: [perMinute(3)], storeTimeoutMs: 10_000 };
const limiters = [
  createRedisLimiter({ store: fromIoredis(clients[0]), ...settings }),
  older.createRedisLimiter({ store: older.fromIoredis(clients[1]), ...settings }),
];
const granted = [];
for (let at = 0; at < 4; at += 1) {
  const limiter = limiters[at % 2];
  const permit = await limiter.acquire({ signal: AbortSignal.timeout(1_000) }).catch(() => undefined);
  granted.push(permit !== undefined);
  permit?.release();
}
console.log(JSON.stringify(granted));
await Promise.all(limiters.map((limiter) => limiter.close()));
for (const client of clients) client.disconnect();
`;

describe('an older @org/email beside a newer @org/routing', () => {
  let sandbox: Sandbox;
  let project: string;

  beforeAll(async () => {
    sandbox = await startSandbox({ routing: false, page: false });
    const dependencies = {
      '@org/email': first.versions['@org/email'],
      '@org/routing': minor.versions['@org/routing'],
      'older-core': `npm:@org/core@${first.versions['@org/core']}`,
      'newer-core': `npm:@org/core@${minor.versions['@org/core']}`,
      ioredis: '5.10.0',
    };
    project = createProject({
      'package.json': { private: true, type: 'module', dependencies },
      'crossing.js': crossing,
      'shared.js': shared,
      'typed.ts': typedProgram('older-core', 'newer-core'),
      'tsconfig.json': { compilerOptions: { ...strictOptions, skipLibCheck: false }, files: ['typed.ts'] },
    });
    await installWithNpm(project);
  });

  afterAll(async () => {
    await sandbox.close();
    rmSync(project, { recursive: true, force: true });
  });

  it('brings two cores', () => {
    const inner = ['email', 'routing'].filter((name) =>
      installed(project).includes('@org/core')
        ? hasOwnCore(join(project, 'node_modules', '@org', name))
        : false,
    );
    expect(inner).toHaveLength(1);
  });

  it('errors, limiters and secrets cross them', async () => {
    const options = { cwd: project, env: { ...alone, ...sandbox.env } };
    expect(JSON.parse(await run(process.execPath, ['crossing.js'], options))).toEqual({
      cores: 2,
      sent: 'accepted',
      known: [true, true, true],
      codes: ['invalid-input', 'network', 'throttle-rejected'],
      late: ['not-sent', true],
    });
  });

  it('their types are the same', async () => {
    await run('tsc', ['-p', project, '--noEmit'], { cwd: root });
  });

  it.skipIf(!hasRedisServer)(`limits in Redis are of both${redisNote}`, async () => {
    const redis = await startRedisServer();
    try {
      const options = { cwd: project, env: { ...alone, REDIS_SOCKET: redis.path } };
      const granted = JSON.parse(await run(process.execPath, ['shared.js'], options));
      expect(granted).toEqual([true, true, true, false]);
    } finally {
      await redis.stop();
    }
  });
});

function hasOwnCore(folder: string): boolean {
  try {
    return installed(folder).includes('@org/core');
  } catch {
    return false;
  }
}
