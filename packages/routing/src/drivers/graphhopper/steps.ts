import type { OperationTypesOf } from '@org/core/driver';
import type { IsochronesAnswer, IsochronesQuery } from '../../model/isochrones.ts';
import type { MatrixAnswer, MatrixQuery } from '../../model/matrix.ts';
import type { OptimizeAnswer, OptimizeQuery } from '../../model/services/optimize.ts';
import { type StepContext, stepContext } from '../../wire/step-context.ts';
import type { SteppedCall } from '../../wire/with-steps.ts';
import type { operationsOf } from './operations.ts';
import { planRings } from './rings.ts';

type Requests = OperationTypesOf<ReturnType<typeof operationsOf>>;
type Context = StepContext<Requests>;

/**
 * The documentation prefers the synchronous endpoint, and jobs for "long running problems only", without a
 * number: this one is a matrix of 50 by 50.
 */
const largestMatrixAtOnce = 2500;

// Source: GraphHopper Directions API, "every 500ms". Each check costs credits: the interval grows.
const intervals = { intervalMs: 500, maxIntervalMs: 5000 };

/** The operations that are several requests. */
const steps = {
  async isochrones(query: IsochronesQuery, { call }: Context): Promise<IsochronesAnswer> {
    const answers: IsochronesAnswer[] = [];
    for (const rings of planRings(query)) answers.push(await call('isochrones.rings', { ...query, rings }));
    const [first] = answers;
    if (first === undefined) throw new Error('An isochrones query has a range.');
    const isochrones = answers.flatMap((answer) => answer.isochrones);
    const raw = answers.length === 1 ? first.raw : answers.map((answer) => answer.raw);
    return { ...first, quota: answers.at(-1)?.quota, isochrones, raw };
  },

  async matrix(query: MatrixQuery, context: Context): Promise<MatrixAnswer> {
    const cells = query.origins.length * query.destinations.length;
    if (cells <= largestMatrixAtOnce) return context.call('matrix.now', query);
    const jobId = await context.call('matrix.start', query);
    return follow(context, () => context.call('matrix.solution', { jobId, query }));
  },

  async optimize(query: OptimizeQuery, context: Context): Promise<OptimizeAnswer> {
    const jobId = await context.call('optimize.start', query);
    return follow(context, () => context.call('optimize.solution', { jobId, query }));
  },
};

/** Runs one of them. */
export function runSteps(call: SteppedCall<Requests>): Promise<unknown> {
  const step = steps[call.name as keyof typeof steps] as (
    query: unknown,
    context: Context,
  ) => Promise<unknown>;
  return step(call.input, stepContext(call));
}

type Solution<Name extends 'matrix.solution' | 'optimize.solution'> = Requests[Name]['output'];
type ValueOf<State> = State extends { readonly state: 'done'; readonly value: infer Value } ? Value : never;

async function follow<State extends Solution<'matrix.solution'> | Solution<'optimize.solution'>>(
  { signal, runtime, remainingMs }: Context,
  check: () => Promise<State>,
): Promise<ValueOf<State>> {
  const { poll } = await import('@org/core/polling');
  const deadlineMs = remainingMs();
  return poll({ ...intervals, deadlineMs, signal, runtime, check } as never);
}
