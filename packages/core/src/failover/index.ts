// Drivers made of drivers: for a product that has several services for one purpose.
export type { FailoverLimits, MemberCall } from './failover.ts';
export { Failover } from './failover.ts';
export type { Member, MemberDriver, MemberEntry } from './members.ts';
export { lifecycleOf, memberEntries, openMember } from './members.ts';
export type { FailoverRules } from './rules.ts';
export { isOutage } from './rules.ts';
