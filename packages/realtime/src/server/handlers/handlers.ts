import { type OptionNames, refuseUnknown } from '@org/core/basics';
import { wholeNumberOption } from '@org/core/driver';
import { isRecord } from '../../internal/json.ts';
import { misconfigured } from '../../internal/wrong-input.ts';
import { ownOptions } from '../own-options.ts';
import type { RealtimeServerClient } from '../server-client.ts';
import { answerAuth } from './answer-auth.ts';
import { answerWebhook } from './answer-webhook.ts';
import type { AuthHandlerOptions, UserAuthHandlerOptions, WebhookHandlerOptions } from './options.ts';

const authHandlerNames: OptionNames<AuthHandlerOptions> = {
  authorize: 0,
  user: 0,
  maxChannels: 0,
  maxBodyBytes: 0,
  onError: 0,
};

const userAuthHandlerNames: OptionNames<UserAuthHandlerOptions> = { user: 0, maxBodyBytes: 0, onError: 0 };

const webhookHandlerNames: OptionNames<WebhookHandlerOptions> = { on: 0, onError: 0 };

/** A handler for frameworks with web requests: Next.js, Hono, SvelteKit, Deno, Bun, workers. @public */
export type RequestHandler = (request: Request) => Promise<Response>;

/**
 * The endpoint that authorizes channels, alone or in batches, as `httpAuthorizer`, pusher-js and Laravel Echo
 * ask for them. Responds with 200, 400, 403, 405, 413, 415, or 500 after an error of your code. It sets no
 * CORS headers: your framework does. @public
 *
 * @example
 * export const POST = createAuthHandler(server, {
 *   authorize: async ({ channelName, request }) => {
 *     const user = await userOf(request);
 *     if (user === undefined || !mayJoin(user, channelName)) return false;
 *     return { userId: user.id, userInfo: { name: user.name } };
 *   },
 * });
 *
 * @throws ConfigurationError for invalid options
 */
export function createAuthHandler(server: RealtimeServerClient, options: AuthHandlerOptions): RequestHandler {
  refuseUnknown(options, authHandlerNames, 'createAuthHandler()');
  const own = requireFunctions('createAuthHandler', options, {
    authorize: true,
    user: false,
    onError: false,
  });
  wholeNumberOption('maxBodyBytes', own.maxBodyBytes, 65_536, 1);
  wholeNumberOption('maxChannels', own.maxChannels, 100, 1);
  return async (request) => answerAuth(server, own, request);
}

/**
 * The endpoint that authenticates the user of a connection, for `signIn()` of the client and of pusher-js.
 * @public
 *
 * @example
 * export const POST = createUserAuthHandler(server, {
 *   user: async ({ request }) => {
 *     const user = await userOf(request);
 *     return user && { id: user.id, userInfo: { name: user.name } };
 *   },
 * });
 *
 * @throws ConfigurationError for invalid options
 */
export function createUserAuthHandler(
  server: RealtimeServerClient,
  options: UserAuthHandlerOptions,
): RequestHandler {
  refuseUnknown(options, userAuthHandlerNames, 'createUserAuthHandler()');
  const own = requireFunctions('createUserAuthHandler', options, { user: true, onError: false });
  wholeNumberOption('maxBodyBytes', own.maxBodyBytes, 65_536, 1);
  return async (request) => answerAuth(server, own, request);
}

/**
 * The endpoint for webhooks. It responds with 200 after your functions, and to a webhook that was handled
 * before (`webhooks.replayStore`); with 401 to a forged or old one; with 503 while your functions run for an
 * earlier delivery of the webhook; with 500 after an error of your code. After a 503 or 500 the service sends
 * the webhook again, and all its events are handled again. @public
 *
 * @example
 * export const POST = createWebhookHandler(server, {
 *   on: { member_added: ({ channel, userId }) => console.log(channel, userId) },
 * });
 *
 * @throws ConfigurationError for invalid options
 */
export function createWebhookHandler(
  server: RealtimeServerClient,
  options: WebhookHandlerOptions,
): RequestHandler {
  refuseUnknown(options, webhookHandlerNames, 'createWebhookHandler()');
  const own = requireFunctions('createWebhookHandler', options, { onError: false });
  const { on } = own;
  if (!isRecord(on) || !Object.values(on).every((each) => each === undefined || typeof each === 'function'))
    throw misconfigured('createWebhookHandler needs on, with a function for each type of event.');
  const settings = Object.assign(own, { on: ownOptions(on) });
  return async (request) => answerWebhook(server, settings, request);
}

/** A copy of the options. @throws ConfigurationError */
function requireFunctions<Options extends object>(
  name: string,
  options: Options,
  functions: Readonly<Record<string, boolean>>,
): Options {
  if (!isRecord(options as unknown))
    throw misconfigured(`${name} takes the server client and an object of options.`);
  const own = ownOptions(options);
  for (const [option, isRequired] of Object.entries(functions)) {
    const value = (own as Readonly<Record<string, unknown>>)[option];
    if (typeof value === 'function' || (value === undefined && !isRequired)) continue;
    throw misconfigured(`${name}: ${option} must be a function.`);
  }
  return own;
}
