import type { OperationContext, ServiceResponse } from '@org/core';
import type { PollAnswer } from '@org/core/polling';
import * as z from '../../internal/schema.ts';
import { read } from '../../wire/read.ts';
import { unexpectedResponse } from '../../wire/response-format.ts';

/** A job that the service has accepted, and the query that it solves. */
export interface JobQuery<Query> {
  readonly jobId: string;
  readonly query: Query;
}

const started = z.object({ job_id: z.string() });

export function readJobId(response: ServiceResponse): string {
  return read(started, response.json()).job_id;
}

export function hasJobId(response: ServiceResponse): boolean {
  return started.safeParse(response.json()).success;
}

const state = z.object({
  status: z.optional(z.string()),
  solution: z.optional(z.nullable(z.unknown())),
});

/**
 * The state of a job. A job without a solution is pending: names of its states other than `finished` are not
 * documented for matrices.
 */
export function readJob<Value>(
  response: ServiceResponse,
  context: OperationContext,
  decode: (solution: unknown, response: ServiceResponse, context: OperationContext) => Value,
): PollAnswer<Value> {
  const { status, solution } = read(state, response.json());
  if (solution !== undefined && solution !== null && (status === undefined || status === 'finished'))
    return { state: 'done', value: decode(solution, response, context) };
  if (status === 'finished') return { state: 'failed', message: 'The job has finished without a solution.' };
  if (status === undefined) throw unexpectedResponse('status', 'must be the state of the job');
  return { state: 'pending', progress: status };
}
