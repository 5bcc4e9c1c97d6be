// A driver made of drivers: several engines behind one client.
export type {
  FailoverCapabilities,
  FailoverEntry,
  FailoverEntryOptions,
  FailoverSupport,
} from './composed-types.ts';
export { type FailoverOptions, failover } from './failover.ts';
