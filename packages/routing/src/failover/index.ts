// A driver made of drivers: several engines behind one client.
export type { FailoverCapabilities, FailoverEntry, FailoverEntryOptions } from './composed-types.ts';
export { type FailoverOptions, failover } from './failover.ts';
