// Drivers made of drivers: several services behind one client.
export type {
  ComposedCapabilities,
  ComposedEntry,
  ComposedEntryOptions,
  EntryList,
} from './compose-drivers.ts';
export { type FailoverOptions, failover } from './failover.ts';
export { type WeightedEntry, weighted } from './weighted.ts';
