import { bucket, concurrency, window } from '../../src/throttle/constraint.ts';
import { runFleet } from './fleet.ts';
import { startRedisServer } from './server.ts';
import { mostWithin } from './traffic.ts';

const server = await startRedisServer();
const forMs = Number(process.argv[2] ?? 5000),
  after = Number(process.argv[3] ?? 0);
const limits =
  process.argv[4] === 'b'
    ? [bucket(100, 10)]
    : process.argv[4] === 'c'
      ? [concurrency(10)]
      : [window(100, 1000)];
const r = await runFleet({ path: server.path, key: 'f', limits, processes: 8, callers: 20, forMs }, after);
console.log(
  process.argv[4],
  'calls',
  r.at.length,
  'most/1s',
  mostWithin(r.at, 1000),
  r.counts.join(' '),
  (Math.max(...r.counts) / Math.min(...r.counts)).toFixed(2),
);
console.log(
  (await server.admin.info('commandstats'))
    .split('\n')
    .filter((l: string) => l.includes('evalsha'))
    .join('\n'),
);
await server.stop();
