import type { Avoid, AvoidFeature } from '../../model/avoid.ts';
import type { PerProfile } from '../../model/capabilities.ts';

type CostingOptions = Readonly<Record<string, unknown>>;

// A server may forbid hard exclusions (warning 208): the soft wish beside the exclusion still counts there.
const exclusions = {
  tolls: { use_tolls: 0, exclude_tolls: true },
  motorways: { use_highways: 0, exclude_highways: true },
  ferries: { use_ferry: 0, exclude_ferries: true },
  tunnels: { exclude_tunnels: true },
  bridges: { exclude_bridges: true },
  unpaved: { exclude_unpaved: true },
} satisfies Readonly<Record<ValhallaAvoidFeature, CostingOptions>>;

/** The kinds of road that Valhalla can exclude. @public */
export type ValhallaAvoidFeature = Exclude<AvoidFeature, 'fords' | 'steps'>;

const allExclusions = Object.keys(exclusions) as ValhallaAvoidFeature[];

/**
 * The exclusions that the engine honours, by profile. Measured on engine 3.6.1 over Heidelberg: of 795 routes
 * on foot and by bicycle over unpaved roads, `exclude_unpaved` kept none off them; motorcycles and mopeds
 * ignore it too.
 *
 * Source: valhalla/valhalla test/gurka/test_exclude_*.cc for the other exclusions.
 */
export const valhallaAvoidFeatures: PerProfile<readonly ValhallaAvoidFeature[]> = {
  driving: allExclusions,
  truck: allExclusions,
  bus: allExclusions,
  other: allExclusions.filter((feature) => feature !== 'unpaved'),
};

/** The costing options of `avoid.features`. Capabilities have refused every feature that has none. */
export function convertToExclusions(avoid: Avoid | undefined): CostingOptions {
  const words: Readonly<Partial<Record<AvoidFeature, CostingOptions>>> = exclusions;
  return Object.assign({}, ...(avoid?.features ?? []).map((feature) => words[feature]));
}
