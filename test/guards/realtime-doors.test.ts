import { expect, it } from 'vitest';
import { codeOf, sourceFiles } from './source-files.ts';

// What guards against names, prototypes and a caller that changes its objects.
const guards =
  /\b(?:own|ownCopy|ownOptions|propertyOf|hasOwn|refuseUnknown|optionsBag|read(?:Call)?Options)[(<](?!\))/;

/** The readers of public functions. Everything else works with complete records: docs/decisions/0049. */
const doors = [
  // The readers themselves.
  'internal/read-options.ts',
  'server/own-options.ts',
  // The client, its channels and waits.
  'client-options.ts',
  'channels/events/event-stream.ts',
  'channels/subscribe-options.ts',
  'diagnose/diagnose.ts',
  'inspect/inspect.ts',
  'wait.ts',
  // Authorizers, codecs and sockets.
  'auth/batch-authorizer.ts',
  'channels/private/http-authorizer.ts',
  'codecs/chunked-codec.ts',
  'codecs/gzip-codec.ts',
  'node/node-web-socket.ts',
  'shared-socket/shared-socket.ts',
  'user/http-user-authenticator.ts',
  // The server client, its calls and handlers.
  'server/calls/app-calls.ts',
  'server/calls/channel-queries.ts',
  'server/calls/trigger.ts',
  'server/handlers/handlers.ts',
  'server/server-client.ts',
  'server/signing/authorize-batch.ts',
  'server/signing/authorize.ts',
  'server/signing/member-data.ts',
  'server/signing/sign-user.ts',
  'server/webhooks/webhook-options.ts',
];

it('realtime guards against its callers at its doors alone', () => {
  const root = 'packages/realtime/src/';
  const guarding = sourceFiles()
    .filter(({ path }) => path.startsWith(root))
    .filter((file) => guards.test(codeOf(file)))
    .map(({ path }) => path.slice(root.length));
  expect(guarding.toSorted()).toEqual(doors.toSorted());
});
