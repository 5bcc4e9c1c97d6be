import type { EngineAnswer } from '../model/result.ts';
import {
  parseSnapRequest,
  type SnapAnswer,
  type SnapQuery,
  type SnapRequest,
  type SnapResult,
} from '../model/snap.ts';
import { requireProfile } from '../model/support.ts';
import { planSlices } from '../split/plans.ts';
import { sendApart } from './apart.ts';
import { fanOut } from './fan-out.ts';
import { type ClientContext, type RoutingCallOptions, Sender } from './sender.ts';

export async function callSnap(
  context: ClientContext,
  request: SnapRequest,
  options: RoutingCallOptions = {},
): Promise<SnapResult> {
  const query = parseSnapRequest(request);
  requireProfile(context.engine, 'snap', query.profile);
  const sender = new Sender(context, options);
  const answers = await sendSnaps(sender, query, options.signal, context.maxParallelParts);
  return { points: answers.flatMap(({ points }) => points), ...sender.finish(answers) };
}

/** Snaps positions in as many requests as the engine needs for them. */
export async function sendSnaps(
  sender: Sender,
  query: SnapQuery,
  signal: AbortSignal | undefined,
  maxParallel = 1,
): Promise<SnapAnswer[]> {
  const slices = planSlices(query.positions.length, sender.engine.capabilities.caps.snapPositions);
  const parts = await fanOut(slices, maxParallel, signal, (slice, both) =>
    sendApart(slice, ({ from, to }) =>
      sender.send('snap', { ...query, positions: query.positions.slice(from, to) }, both),
    ),
  );
  return parts.flat().map(({ answer }) => answer ?? nothingNear);
}

/** What an answer states that the client gives in place of the engine. */
export const nothingStated: EngineAnswer = { warnings: [], attribution: [], raw: undefined };

const nothingNear: SnapAnswer = { points: [{ position: null }], ...nothingStated };
