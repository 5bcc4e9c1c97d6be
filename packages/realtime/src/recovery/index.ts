// Missed events, from services that store them: version 2 of the protocol.
export type { Recovery } from '../channels/recovery-port.ts';
export { type RecoveryOptions, recovery } from './recovery.ts';
