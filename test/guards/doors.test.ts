import { describe, expect, it } from 'vitest';
import { codeOf, sourceFiles } from './source-files.ts';

// What guards against names, prototypes and a caller that changes its objects.
const guards =
  /\b(?:own|ownCopy|ownOptions|propertyOf|hasOwn|refuseUnknown|optionsBag|read(?:Call)?Options)[(<](?!\))/;

/**
 * The files of each package that may guard: its doors, each the one reader of a public function, and the
 * readers of values that nobody of us made. Everything else works with complete records. The lists only get
 * shorter: see docs/decisions/0046 to 0049.
 */
const doors: Readonly<Record<string, { readonly root: string; readonly allowed: readonly string[] }>> = {
  core: {
    root: 'packages/core/src/',
    allowed: [
      // The guards themselves.
      'options/own.ts',
      'options/refuse-unknown.ts',
      // Options of a client, of a call, of a driver.
      'option-rules.ts',
      'call-defaults.ts',
      'client.ts',
      'options/require-drivers.ts',
      'driver/http-driver.ts',
      'driver/open-task-driver.ts',
      'failover/failover.ts',
      'fetch/create-fetch.ts',
      'retry/settings.ts',
      'time/runtime.ts',
      // Factories and their options.
      'auth/basic.ts',
      'auth/header-key.ts',
      'auth/signer.ts',
      'bodies/body-source.ts',
      'bodies/gzip.ts',
      'bodies/multipart.ts',
      'bodies/pieces.ts',
      'bodies/stream-body.ts',
      'credentials/cached.ts',
      'credentials/checked.ts',
      'credentials/file.ts',
      'credentials/input.ts',
      'limits/create-limiter.ts',
      'limits/kinds/check-constraints.ts',
      'log/log-to.ts',
      'node/node-transport.ts',
      'node/to-node-handler.ts',
      'opentelemetry/instrument.ts',
      'paging/paginate.ts',
      'polling/job.ts',
      'polling/poll.ts',
      'redis/redis-limiter.ts',
      'redis/redis-replay-store.ts',
      'resilience/aimd.ts',
      'resilience/breaker.ts',
      'resilience/deficit-round-robin.ts',
      'secrets/aws-secrets-manager.ts',
      'secrets/azure-key-vault.ts',
      'secrets/google-secret-manager.ts',
      'secrets/oauth2.ts',
      'secrets/require.ts',
      'secrets/secret-resolver.ts',
      'secrets/vault-client.ts',
      'secrets/vault.ts',
      'testing/fault-server.ts',
      'testing/manual-clock.ts',
      'undici/undici-transport.ts',
      'webhooks/live-secrets.ts',
      'webhooks/replay-store.ts',
      // What functions of the program return: hooks, bodies.
      'pipeline/hooks.ts',
      'pipeline/open-body.ts',
      // A table of a service, which a driver gives.
      'tables/error-table.ts',
      'tables/only-known.ts',
      // Values of the platform, of a service, of another copy of this package.
      'credentials/credential-cache.ts',
      'credentials/platform.ts',
      'credentials/secret.ts',
      'driver/text-at.ts',
      'tables/places.ts',
      'errors/org-error.ts',
      'http/browser-guard.ts',
      'node/connections.ts',
      'observe/clean-cause.ts',
      'observe/cut-details.ts',
      'pipeline/http-response.ts',
      'retry/classify.ts',
      'retry/problem.ts',
      'retry/transport-errors.ts',
      'secrets/store-errors.ts',
      'undici/dispatch.ts',
    ],
  },
  email: {
    root: 'packages/email/src/',
    allowed: [
      // Options of a client, of a call, of a driver; fields of a message.
      'bullmq/email-queue.ts',
      'client.ts',
      'driver/http-service.ts',
      'drivers/generic/check-table.ts',
      'drivers/generic/service.ts',
      'drivers/mailgun/service.ts',
      'drivers/ses/service.ts',
      'drivers/smtp/settings/known-options.ts',
      'failover/failover.ts',
      'journal/file-journal.ts',
      'light/client.ts',
      'model/reader.ts',
      'inbound/cloudflare.ts',
      'inbound/inbound-part.ts',
      'inbound/parse-mail.ts',
      'nodemailer/nodemailer-transport.ts',
      'sending/read-options.ts',
      'testing/sign-test-webhook.ts',
      'webhooks/options.ts',
      'webhooks/webhook-client.ts',
      // Values of a service.
      // Words of a service, looked up by their name.
      'tables/table-items.ts',
      'drivers/brevo/errors.ts',
      'drivers/smtp/settings/place.ts',
      'wire/look-up.ts',
      'drivers/ses/encode.ts',
    ],
  },
  routing: {
    root: 'packages/routing/src/',
    allowed: [
      // Options of a client and of a driver; requests; functions on results.
      'client.ts',
      'drivers/embedded/index.ts',
      'drivers/generic/create-driver.ts',
      'drivers/google/create-driver.ts',
      'drivers/graphhopper/create-driver.ts',
      'drivers/openrouteservice/service/create-driver.ts',
      'drivers/osrm/service/create-driver.ts',
      'drivers/osrm/service/create-mapbox.ts',
      'drivers/stadia/create-driver.ts',
      'drivers/valhalla/service/create-driver.ts',
      'failover/failover.ts',
      'files/clean-track.ts',
      'files/read-places.ts',
      'files/read-track.ts',
      'light/client.ts',
      'model/check/reader.ts',
      'model/geometry/position.ts',
      'model/polyline/polyline.ts',
      'picture/heat-map.ts',
      'picture/map.ts',
      'picture/text.ts',
      'results/features.ts',
      'results/gpx.ts',
      'results/kml.ts',
      'results/matrix.ts',
      // Members of JSON that others wrote.
      'files/json-points.ts',
      // Words of a service or of a command line, looked up by their name.
      'cli/usage.ts',
      'drivers/embedded/engine/engine-config.ts',
      'drivers/embedded/engine/engine-package.ts',
      'drivers/graphhopper/errors.ts',
      'drivers/graphhopper/route/language.ts',
      'drivers/osrm/errors.ts',
      'drivers/osrm/maneuvers.ts',
    ],
  },
  realtime: {
    root: 'packages/realtime/src/',
    allowed: [
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
      'centrifugo/options.ts',
      'recovery/recovery.ts',
      'shared-socket/shared-socket.ts',
      'light/http.ts',
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
    ],
  },
};

describe.each(Object.entries(doors))('%s', (_, { root, allowed }) => {
  const guarding = sourceFiles()
    .filter(({ path }) => path.startsWith(root))
    .filter((file) => guards.test(codeOf(file)))
    .map(({ path }) => path.slice(root.length));

  it('guards against its callers at its doors alone', () => {
    expect(guarding.filter((path) => !allowed.includes(path))).toEqual([]);
  });

  it('has no file in the list that does not guard', () => {
    expect(allowed.filter((path) => !guarding.includes(path))).toEqual([]);
  });
});
