// One client in one process: sends 1000 calls to one service and reports the results.
import { Agent, get } from 'node:http';
import { pacers } from './pacers.ts';
import { seekers } from './seekers.ts';

export interface Drained {
  /** Calls with a successful response. */
  readonly answered: number;
  /** From the first call to the last answer. */
  readonly tookMs: number;
}

export const calls = 1_000;
const [contender = '', mode = '', url = ''] = process.argv.slice(2);
const kind = new URL(url).pathname.slice(1) as 'fixed' | 'sliding' | 'bucket';
const agent = new Agent({ keepAlive: true });

// The figure is the start of calls, not the time to compile their code: another client of the same kind
// warms up.
const warm = await open(new URL('/free', url).href);
await Promise.all(Array.from({ length: 100 }, warm));

const send = await open(url);
const startedAt = performance.now();
const ends = await Promise.allSettled(Array.from({ length: calls }, () => send()));
const tookMs = performance.now() - startedAt;
const answered = ends.filter(({ status }) => status === 'fulfilled').length;
process.send?.({ answered, tookMs } satisfies Drained, () => process.exit());

async function open(address: string): Promise<() => Promise<unknown>> {
  const send = await (mode === 'known' ? paced(address) : seekers[contender]?.(address));
  if (send === undefined) throw new Error(`There is no client called "${contender}".`);
  return send;
}

async function paced(address: string): Promise<(() => Promise<unknown>) | undefined> {
  const schedule = await pacers[contender]?.(kind);
  return schedule && (() => schedule(() => ask(address)));
}

function ask(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    get(address, { agent }, (answer) => {
      answer.resume().on('end', () => (answer.statusCode === 200 ? resolve() : reject(new Error('refused'))));
    }).on('error', reject);
  });
}
