import type { EngineOptions } from '../src/driver/index.ts';
import { createServiceClient, defineOperation, noAuth } from '../src/index.ts';
import { createManualRuntime, type ManualRuntime } from '../src/testing/index.ts';

/** What happened, and when by the clock that never jumps. */
export type Trace = readonly string[];

/** The parts of a scenario: a service with scripted responses, its clients, and a log. */
export interface Stage {
  readonly runtime: ManualRuntime;
  note(what: string): void;
  /** A call to the service; logs its result. The responses follow one another, then successes. */
  call(options?: EngineOptions, answers?: readonly (() => Response | Promise<Response>)[]): Promise<void>;
  /** A date by the service's own clock, which nobody moves, so long from now. */
  serviceDate(afterMs: number): string;
}

const startAt = new Date('2030-01-01T00:00:00Z');

const getThing = defineOperation({
  name: 'thing.get',
  safety: 'read',
  encode: () => ({ method: 'GET', path: '/things' }),
  decode: (answer) => answer.json(),
});

/** Lets the scenario play to its end, and moves the wall clock in the middle of each of its waits. */
export async function play(scenario: (stage: Stage) => Promise<unknown>, jumpMs: number): Promise<Trace> {
  const trace: string[] = [];
  const runtime = createManualRuntime({ startAt, random: () => 0.5 });
  const note = (what: string) => void trace.push(`${Math.round(runtime.monotonic())} ${what}`);
  const stage: Stage = {
    runtime,
    note,
    serviceDate: (afterMs) => new Date(startAt.getTime() + runtime.monotonic() + afterMs).toUTCString(),
    async call(options, answers = []) {
      const left = [...answers];
      const fetch = async (_url: string, { signal }: RequestInit) => {
        note('request');
        const answer = left.shift();
        if (answer === undefined) return new Response('{}');
        const aborted = new Promise<never>((_resolve, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason));
        });
        return Promise.race([answer(), aborted]);
      };
      const client = createServiceClient(
        { name: 'acme', baseUrl: 'https://api.acme.test', auth: noAuth() },
        { runtime: { ...runtime, fetch }, ...options },
      );
      const ending = await client.execute(getThing, undefined).then(
        () => 'answered',
        (error: { code?: string }) => error.code ?? String(error),
      );
      note(ending);
    },
  };
  let isOver = false;
  const playing = scenario(stage).finally(() => {
    isOver = true;
  });
  for (let wait = 0; wait < 500 && !isOver; wait++) {
    await runtime.settle();
    const [nextMs] = runtime.pendingSleeps;
    if (nextMs === undefined) continue;
    await runtime.advance(nextMs / 2);
    runtime.jumpWallClock(jumpMs);
    await runtime.advanceToNext();
  }
  await playing;
  return trace;
}
