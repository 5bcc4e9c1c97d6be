import { PartsRun } from '@org/core/parts';
import type { PartialOptions, ProgressOptions } from '../call-options.ts';
import type { MatrixMetric, MatrixPart, MatrixQuery, MatrixResult } from '../model/reach/matrix.ts';
import type { EngineAnswer, RoutingWarning, SnappedPoint } from '../model/result.ts';
import { type AnsweredTile, lengthOf, MatrixTableWriter } from '../split/matrix-tables.ts';
import type { MatrixTile, MatrixTilePlan } from '../split/plans.ts';
import type { PartEnd } from './checkpoints.ts';
import { hintSwapped } from './explain-place.ts';
import { MatrixTiles } from './matrix-tiles.ts';
import type { Plan } from './plans.ts';
import { type FailedPart, openParts, type PartsJob, runParts } from './run-parts.ts';
import { type ClientContext, Sender, withoutDetails } from './sender.ts';

/** A matrix, and its tiles. */
export type MatrixCallPlan = Plan<MatrixQuery, MatrixTilePlan>;

export async function callMatrix(
  context: ClientContext,
  plan: MatrixCallPlan,
  options: PartialOptions,
): Promise<MatrixResult> {
  const { query, notices } = plan;
  const { origins, destinations, metrics } = query;
  const sender = new Sender(context, options);
  const tables = new MatrixTableWriter({ rows: origins.length, columns: destinations.length, metrics });
  const stated: EngineAnswer[] = [];
  const result = await runParts(context, options, {
    ...jobOf(plan, sender),
    accept({ answer }, tile, index) {
      tables.write({ tile, answer });
      stated[index] = sender.statedBy(answer);
    },
    merge(failures: readonly FailedPart<MatrixTile>[] | undefined, isFinal) {
      const { warnings, ...rest } = sender.finish(stated.filter(Boolean), isFinal);
      const failed = failures && { failures: failures.map(failureOf) };
      return { ...tables.merged, ...rest, ...failed, warnings: [...warnings, ...notices] };
    },
  });
  const hint = await hintAllRemote(sender, query, result.origins);
  // The tables are those of the requested metrics, which the types cannot follow.
  return { ...result, warnings: [...result.warnings, ...hint] } as unknown as MatrixResult;
}

/** The parts of a matrix in order. Only a few are held at a time. */
export async function* streamMatrix(
  context: ClientContext,
  plan: MatrixCallPlan,
  options: ProgressOptions,
): AsyncGenerator<MatrixPart, void, undefined> {
  const sender = new Sender(context, options);
  const job = jobOf(plan, sender);
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

function jobOf({ query, parts }: MatrixCallPlan, sender: Sender): PartsJob<MatrixTile, AnsweredTile> {
  const tiles = new MatrixTiles(sender, query);
  return {
    operation: 'matrix',
    plan: [query, parts.rowBands],
    parts,
    send: tiles.request,
    keep: ({ answer }) => ({ answer: withoutDetails(answer) }),
    fits: (restored, tile) => isAnswerOf(tile, query.metrics, restored),
  };
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
  const { durationsSeconds, distancesMeters, origins, destinations, warnings, attribution } = answer;
  return {
    rows: [rows.from, rows.to],
    columns: [columns.from, columns.to],
    origins,
    destinations,
    warnings: [...warnings, ...notices],
    attribution,
    ...(durationsSeconds && { durationsSeconds }),
    ...(distancesMeters && { distancesMeters }),
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
