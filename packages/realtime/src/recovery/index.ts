// Missed events, from services that store them: version 2 of the protocol.
export type { RecoveryVerdict } from '../channels/realtime-events.ts';
export type { Recovery, RecoveryClient, RecoveryPort } from '../channels/recovery-port.ts';
export { type RecoveryOptions, recovery } from './recovery.ts';
