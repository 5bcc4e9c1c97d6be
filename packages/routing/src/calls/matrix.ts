import { oneCall } from '@org/core/driver';
import { PartsRun } from '@org/core/parts';
import type { PartialOptions, ProgressOptions } from '../call-options.ts';
import type { MatrixMetric, MatrixPart, MatrixQuery, MatrixResult } from '../model/reach/matrix.ts';
import type { EngineAnswer, RoutingWarning, SnappedPoint } from '../model/result.ts';
import {
  type AnsweredTile,
  blankMatrix,
  lengthOf,
  type MergedMatrix,
  writeTile,
} from '../split/matrix-tables.ts';
import type { MatrixTile, MatrixTilePlan } from '../split/plans.ts';
import type { Call } from './call.ts';
import type { PartEnd } from './checkpoints.ts';
import { hintSwapped } from './explain-place.ts';
import { MatrixTiles } from './matrix-tiles.ts';
import { type Plan, planMatrix } from './plans.ts';
import { type FailedPart, openParts, type PartsJob, runParts } from './run-parts.ts';
import { type ClientContext, Sender, withoutDetails } from './sender.ts';
import { withoutMethod } from './support.ts';

export type MatrixCallPlan = Plan<MatrixQuery, MatrixTilePlan>;

export const matrixCall = {
  name: 'matrix',
  plan: planMatrix,
  run: callMatrix,
  stream: streamMatrix,
} as const satisfies Call;

async function callMatrix(
  context: ClientContext,
  plan: MatrixCallPlan,
  options: PartialOptions,
): Promise<MatrixResult> {
  const { query, parts, notices } = plan;
  const { sender, job } = openJob(context, plan, options);
  let merged: MergedMatrix | undefined;
  const stated: EngineAnswer[] = [];
  const result = await runParts(context, options, {
    ...job,
    accept({ answer }, tile, index) {
      // The tables of the only tile are not copied.
      merged ??= parts.length === 1 ? contentOf(answer) : blankMatrix(query);
      if (parts.length > 1) writeTile(merged, { tile, answer });
      stated[index] = sender.statedBy(answer);
    },
    merge(failures: readonly FailedPart<MatrixTile>[] | undefined, isFinal) {
      const { warnings, ...rest } = sender.finish(stated.filter(Boolean), isFinal);
      // Without any answer the call has failed before.
      const failed = failures && { failures: failures.map(failureOf) };
      return { ...(merged as MergedMatrix), ...rest, ...failed, warnings: [...warnings, ...notices] };
    },
  });
  const hint = await hintAllRemote(sender, query, result.origins);
  // The tables are those of the requested metrics, which the types cannot follow.
  return { ...result, warnings: [...result.warnings, ...hint] } as unknown as MatrixResult;
}

/** The parts of a matrix in order. Only a few are held at a time. */
async function* streamMatrix(
  context: ClientContext,
  request: never,
  given: ProgressOptions = {},
): AsyncGenerator<MatrixPart, void, undefined> {
  const { engine, session } = context;
  const { move } = session;
  if (!engine.capabilities.matrix) throw withoutMethod(engine, 'matrix');
  const { options, ended } = oneCall(given);
  try {
    const plan = planMatrix(engine, request);
    yield* move === undefined
      ? streamParts(context, plan, options)
      : streamFrom(() =>
          move(options, async (member, own) => {
            const parts = streamParts({ ...context, session: member }, plan, own);
            return { parts, first: await parts.next() };
          }),
        );
  } catch (error) {
    ended(error);
    throw error;
  }
}

interface StartedStream<Part> {
  readonly parts: AsyncGenerator<Part, void, undefined>;
  readonly first: IteratorResult<Part, void>;
}

/** A stream moves to another driver only before its first part: a part cannot be taken back. */
async function* streamFrom<Part>(start: () => Promise<StartedStream<Part>>): AsyncGenerator<Part> {
  const { parts, first } = await start();
  try {
    if (first.done === true) return;
    yield first.value;
    yield* parts;
  } finally {
    await parts.return();
  }
}

async function* streamParts(
  context: ClientContext,
  plan: MatrixCallPlan,
  options: ProgressOptions,
): AsyncGenerator<MatrixPart, void, undefined> {
  const { sender, job } = openJob(context, plan, options);
  const { report, close, ...open } = await openParts(context, options, job);
  try {
    const parts = new PartsRun<MatrixTile, PartEnd<AnsweredTile>>({
      ...open,
      run: async (tile, _index, { signal }) => ({
        answer: await job.send(tile, signal),
        isRestored: false,
      }),
    });
    let hasRoad = false;
    for await (const { part: tile, index, end } of parts) {
      options.signal?.throwIfAborted();
      if ('error' in end) throw end.error;
      const { answer } = end.answer;
      sender.requireHonoured(answer.warnings);
      report(end);
      hasRoad ||= answer.origins.some(isNearRoad);
      const isLast = index === plan.parts.length - 1;
      const hint = isLast && !hasRoad ? await hintAllRemote(sender, plan.query, answer.origins) : [];
      yield partOf(tile, answer, [...plan.notices, ...hint]) as unknown as MatrixPart;
    }
  } finally {
    await close();
  }
}

function openJob(context: ClientContext, { query, parts }: MatrixCallPlan, options: ProgressOptions) {
  const sender = new Sender(context, options);
  const tiles = new MatrixTiles(sender, query);
  const job: PartsJob<MatrixTile, AnsweredTile> = {
    operation: 'matrix',
    plan: [query, parts.rowBands],
    parts,
    send: tiles.request,
    keep: ({ answer }) => ({ answer: withoutDetails(answer) }),
    fits: (restored, tile) => isAnswerOf(tile, query.metrics, restored),
  };
  return { sender, job };
}

function isAnswerOf(tile: MatrixTile, metrics: readonly MatrixMetric[], restored: unknown): boolean {
  const { answer } = Object(restored) as Partial<AnsweredTile>;
  const [height, width] = [lengthOf(tile.rows), lengthOf(tile.columns)];
  return metrics.every((metric) => {
    const table = metric === 'duration' ? answer?.durationsSeconds : answer?.distancesMeters;
    return table?.length === height && table.every((row) => row.length === width);
  });
}

function partOf(
  { rows, columns }: MatrixTile,
  answer: AnsweredTile['answer'],
  notices: readonly RoutingWarning[],
) {
  return {
    rows: [rows.from, rows.to],
    columns: [columns.from, columns.to],
    ...contentOf(answer),
    warnings: [...answer.warnings, ...notices],
    attribution: answer.attribution,
  };
}

function contentOf(answer: AnsweredTile['answer']): MergedMatrix {
  const { durationsSeconds, distancesMeters, origins, destinations } = answer;
  return {
    ...(durationsSeconds && { durationsSeconds }),
    ...(distancesMeters && { distancesMeters }),
    origins,
    destinations,
  };
}

function failureOf({ part: { rows, columns }, error }: FailedPart<MatrixTile>) {
  return { rows: [rows.from, rows.to], columns: [columns.from, columns.to], error };
}

function isNearRoad({ position }: SnappedPoint): boolean {
  return position !== null;
}

// One place without a road is a row of `null`. All places without a road are likely a mistake.
async function hintAllRemote(
  sender: Sender,
  { profile, origins: [first] }: MatrixQuery,
  origins: readonly SnappedPoint[],
): Promise<RoutingWarning[]> {
  if (first === undefined || origins.some(isNearRoad)) return [];
  const hint = await hintSwapped(sender, profile, first);
  return [{ kind: 'notice', message: `None of the origins has a road near it for this profile.${hint}` }];
}
