import type { OrgError } from '@org/core';
import { PointNotFoundError, restate } from '../errors.ts';
import { greatest } from '../model/extremes.ts';
import type { Position } from '../model/geometry/position.ts';
import { defaultSnapRadiusMeters } from '../model/places/snap-radius.ts';
import type { DirectionsQuery } from '../model/routes/directions.ts';
import type { Profile } from '../model/travel/profile.ts';
import type { Sender } from './sender.ts';
import { sendSnaps } from './snap.ts';

/**
 * The refusal of directions as a `PointNotFoundError` with the index of the waypoint, looked up if the
 * response does not state it. The refusal itself if every waypoint has a road near it.
 */
export async function explainRefusal(
  sender: Sender,
  query: DirectionsQuery,
  refusal: OrgError,
): Promise<OrgError> {
  const stated = PointNotFoundError.isInstance(refusal) ? refusal.pointIndex : undefined;
  const findIndex = () => (sender.canLookUp ? lookUp(sender, () => findRemote(sender, query)) : undefined);
  const pointIndex = stated ?? (await findIndex());
  const position = query.waypoints[pointIndex ?? -1]?.position;
  if (pointIndex === undefined || position === undefined) return refusal;
  const hint = await hintSwapped(sender, query.profile, position);
  if (PointNotFoundError.isInstance(refusal))
    return restate(PointNotFoundError, refusal, { message: `${refusal.message}${hint}`, pointIndex });
  const message = `Waypoint ${pointIndex} has no road near it for this profile.${hint}`;
  return restate(PointNotFoundError, refusal, { message, cause: refusal, pointIndex });
}

/**
 * A sentence for a place without a road, if its two numbers in the other order have one; otherwise an empty
 * string.
 */
export async function hintSwapped(
  sender: Sender,
  profile: Profile,
  [longitude, latitude]: Position,
): Promise<string> {
  if (Math.abs(longitude) > 90) return '';
  if (!sender.canLookUp) return ' If its two numbers are in the wrong order: longitude comes first.';
  const positions = [[latitude, longitude] as const];
  const query = { profile, positions, radiusMeters: defaultSnapRadiusMeters };
  const points = await lookUp(sender, () => sendSnaps(sender, query, sender.signal));
  const hasRoad = points?.[0]?.position;
  return hasRoad ? ' With its two numbers swapped it has one: longitude comes first.' : '';
}

// A look-up that fails does not hide the error of the call.
async function lookUp<Value>(sender: Sender, run: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await run();
  } catch {
    sender.signal?.throwIfAborted();
    return undefined;
  }
}

async function findRemote(sender: Sender, query: DirectionsQuery): Promise<number | undefined> {
  const { profile, waypoints, snapRadiusMeters = defaultSnapRadiusMeters } = query;
  const radiuses = waypoints.map((waypoint) => waypoint.snapRadiusMeters ?? snapRadiusMeters);
  const positions = waypoints.map(({ position }) => position);
  const snapQuery = { profile, positions, radiusMeters: greatest(radiuses) };
  const points = await sendSnaps(sender, snapQuery, sender.signal);
  const index = points.findIndex(
    ({ position, distanceMeters = 0 }, at) => position === null || distanceMeters > (radiuses[at] ?? 0),
  );
  return index < 0 ? undefined : index;
}
