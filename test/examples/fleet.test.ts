import { expect, it } from 'vitest';
import { hasRedisServer, redisNote } from '../../packages/core/test/redis/server.ts';
import { startExample } from '../support/example-app.ts';

// BullMQ gives the mails of a killed worker to others in up to a minute.
it.skipIf(!hasRedisServer)(
  `examples/fleet: a killed worker loses and doubles no mail${redisNote}`,
  { timeout: 180_000 },
  async () => {
    await using fleet = startExample('fleet');
    await fleet.printed(/One worker is killed/);
    const line = '200 mails to 200 readers, 0 requests above the limit.';
    expect(await fleet.printed(/\d+ mails to .*/)).toBe(line);
    expect(await fleet.ended()).toBe(0);
  },
);
