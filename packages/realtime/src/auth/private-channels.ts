// The code of private and presence channels, loaded with the first one.
export { createClientEvents } from '../channels/events/client-events.ts';
export { createRoster } from '../channels/roster.ts';
export { loadEncryptedInbound } from '../crypto/load-encrypted-inbound.ts';
export { AuthorizationQueue } from './authorization-queue.ts';
export { postAuthorization, postBatch } from './post-authorization.ts';
