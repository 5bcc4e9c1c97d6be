// Drivers made of drivers: several services behind one client.
export type {
  ComposedCapabilities,
  ComposedEntry,
  ComposedEntryOptions,
} from './compose-drivers.ts';
export type { FailoverOptions } from './failover.ts';
export { failover } from './failover.ts';
export type { WeightedEntry } from './weighted.ts';
export { weighted } from './weighted.ts';
