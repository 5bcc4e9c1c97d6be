// Drivers made of drivers: for a product that has several services for one purpose.
export { Failover, type FailoverLimits, type MemberCall } from './failover.ts';
export type { Member, MemberDriver, MemberEntry } from './members.ts';
export { lifecycleOf, memberEntries, openMember } from './members.ts';
export { type FailoverRules, isOutage } from './rules.ts';
