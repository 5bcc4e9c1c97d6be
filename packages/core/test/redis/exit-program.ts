// A program of its own, that has nothing more to do after a while. Usage: exit-program.ts <scenario> <socket>

import { maxConcurrency } from '../../src/limits/kinds/concurrency.ts';
import { perMinute } from '../../src/limits/kinds/window.ts';
import { createRedisLimiter, fromIoredis } from '../../src/redis/index.ts';
import { connect } from './server.ts';

const [scenario, path = ''] = process.argv.slice(2);
const client = connect({ path });
const limiter = createRedisLimiter({
  store: fromIoredis(client),
  key: `exit ${scenario}`,
  limits: [perMinute(1), maxConcurrency(5)],
});

const permit = await limiter.acquire();
if (scenario === 'cancelled') {
  const end = new AbortController();
  const waiting = limiter.acquire({ signal: end.signal }).catch(() => undefined);
  setTimeout(() => end.abort(), 100);
  await waiting;
}
permit.release();
if (scenario === 'closed') await limiter.close();
client.disconnect();
