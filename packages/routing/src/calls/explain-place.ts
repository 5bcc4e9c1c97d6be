import type { OrgError } from '@org/core';
import { PointNotFoundError, restate } from '../errors.ts';
import type { DirectionsQuery } from '../model/directions.ts';
import type { Position } from '../model/position.ts';
import type { Profile } from '../model/profile.ts';
import { defaultSnapRadiusMeters } from '../model/snap.ts';
import type { Engine } from '../model/support.ts';
import type { Sender } from './sender.ts';
import { snapAll } from './snap-all.ts';

/**
 * The refusal of directions as a `PointNotFoundError` with the index of the waypoint, looked up where the
 * engine does not tell it. The refusal itself when every waypoint has a road near it.
 */
export async function explainRefusal(
  engine: Engine,
  sender: Sender,
  query: DirectionsQuery,
  refusal: OrgError,
  signal: AbortSignal | undefined,
): Promise<OrgError> {
  const known = PointNotFoundError.isInstance(refusal) ? refusal.pointIndex : undefined;
  const pointIndex = known ?? (await asCourtesy(signal, () => findRemote(engine, sender, query, signal)));
  const position = query.waypoints[pointIndex ?? -1]?.position;
  if (pointIndex === undefined || position === undefined) return refusal;
  const hint = await hintSwapped(engine, sender, query.profile, position, signal);
  return pointNotFound(refusal, pointIndex, hint);
}

// The failure of a look-up says nothing about the call, and does not hide why the call failed.
async function asCourtesy<Value>(
  signal: AbortSignal | undefined,
  lookUp: () => Promise<Value>,
): Promise<Value | undefined> {
  try {
    return await lookUp();
  } catch {
    signal?.throwIfAborted();
    return undefined;
  }
}

function pointNotFound(refusal: OrgError, pointIndex: number, hint: string): PointNotFoundError {
  if (PointNotFoundError.isInstance(refusal))
    return restate(PointNotFoundError, refusal, { message: `${refusal.message}${hint}`, pointIndex });
  const message = `Waypoint ${pointIndex} has no road near it for this profile.${hint}`;
  return restate(PointNotFoundError, refusal, { message, cause: refusal, pointIndex });
}

async function findRemote(
  engine: Engine,
  sender: Sender,
  { profile, waypoints, snapRadiusMeters = defaultSnapRadiusMeters }: DirectionsQuery,
  signal: AbortSignal | undefined,
): Promise<number | undefined> {
  const radiuses = waypoints.map((waypoint) => waypoint.snapRadiusMeters ?? snapRadiusMeters);
  const points = await snapAll(engine, sender, {
    profile,
    positions: waypoints.map(({ position }) => position),
    radiusMeters: Math.max(...radiuses),
    signal,
  });
  const index = points.findIndex(
    ({ position, distanceMeters = 0 }, at) => position === null || distanceMeters > (radiuses[at] ?? 0),
  );
  return index < 0 ? undefined : index;
}

/**
 * A sentence for a place without a road, when the same two numbers in the other order have one; otherwise
 * nothing.
 */
export async function hintSwapped(
  engine: Engine,
  sender: Sender,
  profile: Profile,
  [longitude, latitude]: Position,
  signal: AbortSignal | undefined,
): Promise<string> {
  if (!engine.capabilities.snap || Math.abs(longitude) > 90) return '';
  const query = {
    profile,
    positions: [[latitude, longitude] as const],
    radiusMeters: defaultSnapRadiusMeters,
  };
  const points = await asCourtesy(signal, () => snapAll(engine, sender, { ...query, signal }));
  return points?.[0]?.position ? ' With its two numbers swapped it has one: longitude comes first.' : '';
}
