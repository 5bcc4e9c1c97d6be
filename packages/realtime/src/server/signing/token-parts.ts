// The code of tokens for clients, loaded with the first one.
export { authenticateUser } from './authenticate-user.ts';
export { authorizeChannel } from './authorize.ts';
export { authorizeChannels } from './authorize-batch.ts';
