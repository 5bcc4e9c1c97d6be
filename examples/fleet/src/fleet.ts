// 200 mails in a queue, four workers, and one of them is killed in the middle. Nobody gets two mails or none.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { createEmailQueue } from '@org/email/bullmq';
import { connectRedis, startRedis } from './redis.ts';
import { readService } from './service.ts';

const count = 200;

const own = process.env['REDIS_URL'] === undefined ? await startRedis() : undefined;
const REDIS_URL = own?.url ?? process.env['REDIS_URL'];
const redis = connectRedis(REDIS_URL);
const queue = createEmailQueue({ connection: redis });

const startWorker = () =>
  spawn(process.execPath, [`${import.meta.dirname}/worker.ts`], {
    env: { ...process.env, REDIS_URL },
    stdio: 'inherit',
  });

/** Waits until at most this many mails are not sent. */
async function untilLeft(most: number): Promise<void> {
  for (;;) {
    const { waiting, delayed, active } = await queue.counts();
    if (waiting + delayed + active <= most) return;
    await sleep(100);
  }
}

console.log(`${count} mails are in the queue. The mail service: ${process.env['SANDBOX_URL']}`);
for (let number = 1; number <= count; number++)
  await queue.add(
    {
      from: 'Ann <ann@acme.dev>',
      to: `reader-${number}@example.com`,
      subject: `News ${number}`,
      html: '<p>Hi</p>',
    },
    { id: `news-${number}` },
  );

const workers: ChildProcess[] = [1, 2, 3, 4].map(startWorker);
await untilLeft(count / 2);

const [victim] = workers.splice(0, 1);
victim?.kill('SIGKILL');
workers.push(startWorker());
console.log('Half of them are sent. One worker is killed, and a new one starts.');
console.log('The others get the mails of the killed one when its lock ends, in up to a minute.');
await untilLeft(0);

console.log(await readService());
for (const worker of workers) worker.kill('SIGTERM');
await Promise.all(workers.map((worker) => once(worker, 'exit')));
await queue.close();
redis.disconnect();
own?.stop();
