import { parseSnapRequest, type SnapRequest, type SnapResult } from '../model/snap.ts';
import { requireProfile } from '../model/support.ts';
import { planSlices } from '../split/slices.ts';
import { fanOut } from './fan-out.ts';
import { type ClientContext, createSender, type RoutingCallOptions } from './sender.ts';

export async function callSnap(
  context: ClientContext,
  request: SnapRequest,
  options: RoutingCallOptions = {},
): Promise<SnapResult> {
  const { engine, maxParallelParts } = context;
  const query = parseSnapRequest(request);
  requireProfile(engine, 'snap', query.profile);
  const slices = planSlices(query.positions.length, engine.capabilities.caps.snapPositions);
  const sender = createSender(context, options);
  const answers = await fanOut(slices, maxParallelParts, options.signal, ({ from, to }, signal) =>
    sender.send('snap', { ...query, positions: query.positions.slice(from, to) }, signal),
  );
  return { points: answers.flatMap(({ points }) => points), ...sender.finish(answers) };
}
