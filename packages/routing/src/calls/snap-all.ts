import type { Position } from '../model/position.ts';
import type { Profile } from '../model/profile.ts';
import type { Engine } from '../model/support.ts';
import { planSlices } from '../split/slices.ts';
import { fanOut } from './fan-out.ts';
import type { Sender } from './sender.ts';

/** Looks positions up in as many requests as the engine needs for them. */
export async function snapAll(
  engine: Engine,
  sender: Sender,
  {
    signal,
    ...query
  }: {
    readonly profile: Profile;
    readonly positions: readonly Position[];
    readonly radiusMeters: number;
    readonly signal: AbortSignal | undefined;
  },
) {
  const slices = planSlices(query.positions.length, engine.capabilities.caps.snapPositions);
  const answers = await fanOut(slices, 1, signal, ({ from, to }, both) =>
    sender.send('snap', { ...query, positions: query.positions.slice(from, to) }, both),
  );
  return answers.flatMap(({ points }) => points);
}
