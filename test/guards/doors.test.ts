import { describe, expect, it } from 'vitest';
import { codeOf, sourceFiles } from './source-files.ts';

// What guards against names, prototypes and a caller that changes its objects.
const guards = /\b(?:own|ownCopy|propertyOf|hasOwn|refuseUnknown)\((?!\))/;

/**
 * The files of each package that may guard: its doors, each the one reader of a public function, and the
 * readers of values that nobody of us made. Everything else works with complete records. The lists only get
 * shorter: see docs/decisions/0046.
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
      'client.ts',
      'options/require-drivers.ts',
      'driver/http-driver.ts',
      'driver/one-call.ts',
      'driver/task-driver.ts',
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
      'limits/kinds/kinds.ts',
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
      // Values of the platform, of a service, of another copy of this package.
      'credentials/credential-cache.ts',
      'credentials/platform.ts',
      'credentials/secret.ts',
      'driver/places.ts',
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
