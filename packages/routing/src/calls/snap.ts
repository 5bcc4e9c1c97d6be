import {
  parseSnapRequest,
  type SnapAnswer,
  type SnapQuery,
  type SnapRequest,
  type SnapResult,
} from '../model/snap.ts';
import { requireProfile } from '../model/support.ts';
import { planSlices } from '../split/plans.ts';
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
export function sendSnaps(
  sender: Sender,
  query: SnapQuery,
  signal: AbortSignal | undefined,
  maxParallel = 1,
): Promise<SnapAnswer[]> {
  const slices = planSlices(query.positions.length, sender.engine.capabilities.caps.snapPositions);
  return fanOut(slices, maxParallel, signal, ({ from, to }, both) =>
    sender.send('snap', { ...query, positions: query.positions.slice(from, to) }, both),
  );
}
