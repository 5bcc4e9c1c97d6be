import { expect, it } from 'vitest';
import type { GateOrder } from './storm/gate-process.ts';
import { nextMessage, startProcess } from './storm/start-process.ts';

const clients = 1_000;
const processes = 3;
const kills = 10;
const downMs = 500;
const backWithinMs = 60_000;

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The largest share of the clients that came in any 100 ms. */
function largestShare(times: readonly number[]): number {
  let first = 0;
  let most = 0;
  for (const [last, time] of times.entries()) {
    while (time - (times[first] ?? time) >= 100) first += 1;
    most = Math.max(most, last - first + 1);
  }
  return most / clients;
}

interface Service {
  readonly port: number;
  readonly key: string;
}

/** A service, clients in several processes, and between them a listener that notes each connection. */
async function startStorm() {
  const gate = startProcess('gate-process.ts');
  const port = await nextMessage<number>(gate);
  /** The times of the connections since the last call. */
  const ask = (order: GateOrder) => {
    const times = nextMessage<number[]>(gate);
    gate.send(order);
    return times;
  };
  const startService = async () => {
    const process = startProcess('service-process.ts');
    return { process, ...(await nextMessage<Service>(process)) };
  };
  const first = await startService();
  await ask({ servicePort: first.port });
  const connected: number[] = [];
  const started = Array.from({ length: processes }, (_, at) => {
    const count = Math.floor((clients + at) / processes);
    const process = startProcess('clients-process.ts', port, first.key, count);
    process.on('message', (now: number) => {
      connected[at] = now;
    });
    return nextMessage(process);
  });
  await Promise.all(started);
  const count = () => connected.reduce((sum, each) => sum + each, 0);
  expect(count()).toBe(clients);
  /** Resolves with the time until all clients are connected, after most of them were not. */
  const allBack = async () => {
    const startedMs = performance.now();
    while (count() > clients / 2) await sleep(5);
    while (count() < clients && performance.now() - startedMs < backWithinMs) await sleep(10);
    return performance.now() - startedMs;
  };
  return { ask, startService, first, allBack };
}

it('W1: a thousand clients come back after ten kills of the server, spread over time', async () => {
  const { ask, startService, first, allBack } = await startStorm();
  let service = first;
  const shares: number[] = [];
  const waits: number[] = [];
  for (let kill = 0; kill < kills; kill += 1) {
    const [next] = await Promise.all([startService(), sleep(600)]); // stable again
    const back = allBack();
    await ask({ servicePort: undefined });
    service.process.kill('SIGKILL');
    await sleep(downMs);
    service = next;
    const early = await ask({ servicePort: next.port });
    waits.push(await back);
    shares.push(largestShare([...early, ...(await ask({}))]));
  }
  console.log('W1: largest share in 100 ms', shares, 'ms until all were back', waits.map(Math.round));
  expect(Math.max(...waits)).toBeLessThan(backWithinMs);
  expect(Math.max(...shares)).toBeLessThanOrEqual(0.1);
});

it('W1: a thousand clients that the server asks to reconnect come back spread over time', async () => {
  const { ask, first, allBack } = await startStorm();
  const shares: number[] = [];
  const waits: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    await sleep(600); // stable again
    await ask({});
    const back = allBack();
    first.process.send(4200);
    waits.push(await back);
    shares.push(largestShare(await ask({})));
  }
  console.log('W1: largest share in 100 ms after 4200', shares, 'ms until back', waits.map(Math.round));
  expect(Math.max(...waits)).toBeLessThan(backWithinMs);
  expect(Math.max(...shares)).toBeLessThanOrEqual(0.1);
});
