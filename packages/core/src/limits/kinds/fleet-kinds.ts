import { bucketInFleet } from './bucket.ts';
import { concurrencyInFleet } from './concurrency.ts';
import type { Constraint, ConstraintOf } from './constraint.ts';
import type { FleetKind } from './fleet-kind.ts';
import { windowInFleet } from './window.ts';

const kinds: { readonly [Name in Constraint['kind']]: FleetKind<ConstraintOf<Name>> } = {
  window: windowInFleet,
  bucket: bucketInFleet,
  concurrency: concurrencyInFleet,
};

/** How a shared limiter keeps limits of this kind. */
export function fleetKindOf({ kind }: Constraint): FleetKind<Constraint> {
  return kinds[kind] as FleetKind<Constraint>;
}
