// What only private and presence channels need: loaded with the first of them.
export { createAuthorizationDesk } from './authorization-desk.ts';
export { postAuthorization } from './post-authorization.ts';
