import { defineComposite, defineOperation, type HttpRequest, type ServiceResponse } from '@org/core';
import { type PollAnswer, poll } from '@org/core/polling';
import { type EngineAnswer, readWire, unexpectedResponse } from '../../driver.ts';
import * as z from '../../wire/schema.ts';
import { completeAnswer, type Decoded } from './service/answer.ts';

/** A problem that the service solves while the client polls. */
interface Job<Query, Answer extends EngineAnswer> {
  readonly name: 'matrix' | 'optimize';
  readonly limitGroup?: string;
  readonly cost: (query: Query) => number;
  readonly pollCost: (query: unknown) => number;
  readonly encode: (query: Query) => HttpRequest;
  /** Path of the solution, with `{jobId}`. */
  readonly solutionPath: string;
  readonly decode: (solution: unknown, query: Query) => Decoded<Answer>;
}

// Source: GraphHopper Directions API, "every 500ms". Each check costs credits: the interval grows.
const intervals = { intervalMs: 500, maxIntervalMs: 5000 };

/** A job as one call: started once, because a second start costs as much again, and polled. */
export function defineJob<Query, Answer extends EngineAnswer>({
  name,
  limitGroup,
  cost,
  pollCost,
  encode,
  solutionPath,
  decode,
}: Job<Query, Answer>) {
  const start = defineOperation({
    name: `${name}.start`,
    safety: 'unsafe',
    limitGroup,
    cost,
    encode,
    isAccepted: (response) => started.safeParse(response.json()).success,
    decode: (response) => readWire(started, response.json()).job_id,
  });
  const solution = defineOperation({
    name: `${name}.solution`,
    safety: 'read',
    cost: pollCost,
    encode: ({ jobId }: { jobId: string; query: Query }): HttpRequest => ({
      method: 'GET',
      path: solutionPath,
      params: { jobId },
    }),
    decode: (response, { query }, context) =>
      readJob(response, (value) => completeAnswer(decode(value, query), response, context)),
  });
  return defineComposite({
    name,
    safety: 'unsafe',
    // A job takes longer than a request.
    deadlineMs: 600_000,
    async run(query: Query, { request, runtime, signal, remainingMs }) {
      const jobId = await request(start, query);
      const check = () => request(solution, { jobId, query });
      return poll({ ...intervals, deadlineMs: remainingMs(), signal, runtime, check });
    },
  });
}

const started = z.object({ job_id: z.string() });

const state = z.object({
  status: z.optional(z.string()),
  solution: z.optional(z.nullable(z.unknown())),
});

/**
 * The state of a job. A job without a solution is pending: names of its states other than `finished` are not
 * documented for matrices.
 */
function readJob<Value>(response: ServiceResponse, decode: (solution: unknown) => Value): PollAnswer<Value> {
  const { status, solution } = readWire(state, response.json());
  if (solution !== undefined && solution !== null && (status === undefined || status === 'finished'))
    return { state: 'done', value: decode(solution) };
  if (status === 'finished') return { state: 'failed', message: 'The job has finished without a solution.' };
  if (status === undefined) throw unexpectedResponse('status', 'must be the state of the job');
  return { state: 'pending', progress: status };
}
