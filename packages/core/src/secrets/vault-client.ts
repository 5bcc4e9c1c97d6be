/// <reference lib="esnext.disposable" preserve="true" />
import { headerKey } from '../auth/header-key.ts';
import { createServiceClient, type ServiceClient } from '../client.ts';
import { fromEnv } from '../credentials/env.ts';
import { credentialFrom } from '../credentials/input.ts';
import { readEnvironment } from '../credentials/platform.ts';
import type { CredentialInput } from '../credentials/source.ts';
import type { EngineOptions } from '../engine-options.ts';
import { ConfigurationError } from '../errors/caller-errors.ts';
import { PermissionError } from '../errors/service-errors.ts';
import { type Classify, defineOperation, defineService, pathSegment } from '../operation.ts';
import { ownCopy } from '../options/own.ts';
import type { VaultClient } from './vault.ts';

/** Besides these, what every client takes: `timeoutMs`, `deadlineMs`, `retry`, `runtime` (with a `fetch` of your own for a private CA), `onEvent`. @public */
export interface VaultClientOptions extends EngineOptions {
  /** `https://…`, or `http` on this machine, as of a Vault agent. @defaultValue the environment's VAULT_ADDR */
  readonly address?: string | undefined;
  /**
   * A token, or where it is to be found: `fromFile('/vault/token')` for the sink of a Vault agent. Looked up again when Vault refuses it.
   * @defaultValue the environment's VAULT_TOKEN, or the file that VAULT_TOKEN_FILE names
   */
  readonly token?: CredentialInput | undefined;
  /** @defaultValue the environment's VAULT_NAMESPACE, or none */
  readonly namespace?: string | undefined;
}

/** A client of Vault with connections to give back. @public */
export interface VaultHttpClient extends VaultClient {
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Reads from HashiCorp Vault or OpenBao over HTTP, without a client library: the pipeline of every client, with its retries, limits and typed errors. It
 * reads with a token that something else (a Vault agent, an init container) signs in for and renews. Options and environment are looked at by the first read.
 *
 * @public
 */
export function createVaultClient(options: VaultClientOptions = {}): VaultHttpClient {
  let client: ServiceClient | undefined;
  let closed = false;
  return {
    async read(path, { signal } = {}) {
      client ??= open(ownCopy(options));
      if (closed) await client.close();
      return client.execute(readPath, path, { signal });
    },
    async close() {
      closed = true;
      await client?.close();
    },
    async [Symbol.asyncDispose]() {
      await this.close();
    },
  };
}

function open({ address, token, namespace, ...engine }: VaultClientOptions): ServiceClient {
  const baseUrl = address ?? readEnvironment('VAULT_ADDR');
  if (baseUrl === undefined || baseUrl.trim() === '') {
    throw new ConfigurationError({
      message: 'The address of Vault is missing: set VAULT_ADDR, or pass address.',
      provider: 'vault',
    });
  }
  const inNamespace = namespace ?? readEnvironment('VAULT_NAMESPACE');
  const service = defineService({
    name: 'vault',
    baseUrl,
    auth: headerKey('x-vault-token'),
    credential: credentialFrom(token, fromEnv('VAULT_TOKEN')),
    headers: {
      // An agent may ask for this one, so that a request that a page was tricked into does not count.
      'x-vault-request': 'true',
      ...(inNamespace === undefined ? {} : { 'x-vault-namespace': inNamespace }),
    },
    classify: refusedToken,
  });
  // Shorter than the time after which the look-up as a whole would be given up.
  return createServiceClient(service, { timeoutMs: 10_000, deadlineMs: 25_000, ...engine });
}

/** Vault does not tell a token that has ended from one that may not read this: with both, a fresh token may help. */
const refusedToken: Classify = (answer) =>
  answer.status === 403
    ? {
        type: PermissionError,
        message: 'Vault refused the token: it has ended, or its policies do not allow reading this path.',
        outcome: 'not-sent',
        replay: 'never',
        credentialRefused: true,
        details: answer.json(),
      }
    : undefined;

const readPath = defineOperation({
  name: 'secret.read',
  safety: 'read',
  encode(path: string) {
    const [segments = '', query] = path.split('?');
    return {
      method: 'GET' as const,
      path: `/v1/${segments.split('/').map(pathSegment).join('/')}`,
      query: Object.fromEntries(new URLSearchParams(query)),
    };
  },
  decode: (answer) => answer.json(),
});
