import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { bundleProgram } from '../../../../test/support/bundle-program.ts';
import type { Constraint } from '../../src/limits/kinds/constraint.ts';

export interface FleetPlan {
  /** Of the store's socket. */
  readonly path: string;
  readonly key: string;
  readonly limits: readonly Constraint[];
  readonly processes: number;
  /** Calls that each process has under way or waiting, always. */
  readonly callers: number;
  readonly forMs: number;
  /** The fleet runs on until each process has made this many calls. */
  readonly leastCallsEach?: number;
  /** How wrong the clocks of a process are. */
  readonly clockSkewMs?: (index: number) => number;
}

export interface FleetRecord {
  /** When the service saw each call, in milliseconds of its own clock. */
  readonly at: readonly number[];
  /** Calls of each process. */
  readonly counts: readonly number[];
  /** The most calls that the service had at the same time. */
  readonly mostAtOnce: number;
}

/** Runs a fleet of processes against a service in this one, which writes down what it sees. */
export async function runFleet(plan: FleetPlan, answerAfterMs = 0): Promise<FleetRecord> {
  const at: number[] = [];
  const counts = new Array<number>(plan.processes).fill(0);
  let atOnce = 0;
  let mostAtOnce = 0;
  const service = createServer(async (request, response) => {
    at.push(performance.now());
    atOnce += 1;
    mostAtOnce = Math.max(mostAtOnce, atOnce);
    const index = Number(request.url?.slice(1));
    counts[index] = (counts[index] ?? 0) + 1;
    if (answerAfterMs > 0) await sleep(answerAfterMs);
    atOnce -= 1;
    response.end();
  }).listen(0, '127.0.0.1');
  await once(service, 'listening');
  const { port } = service.address() as AddressInfo;
  using program = await bundleProgram(new URL('fleet-member.ts', import.meta.url));
  const members = counts.map((_, index) => startMember(program.path, plan, port, index));
  try {
    await Promise.all(members.map((member) => once(member, 'message')));
    for (const member of members) member.send('go');
    await sleep(plan.forMs);
    while (counts.some((count) => count < (plan.leastCallsEach ?? 0))) await sleep(20);
    for (const member of members) member.send('stop');
    await Promise.all(members.map((member) => member.exitCode ?? once(member, 'exit')));
  } finally {
    for (const member of members) member.kill('SIGKILL');
    service.closeAllConnections();
    service.close();
  }
  return { at, counts, mostAtOnce };
}

function startMember(
  program: string,
  { path, key, limits, callers, clockSkewMs }: FleetPlan,
  port: number,
  index: number,
): ChildProcess {
  const orders = { name: `${index}`, path, port, key, limits, callers, skewMs: clockSkewMs?.(index) ?? 0 };
  return fork(program, [JSON.stringify(orders)], {
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
}
