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
import { type Classify, defineOperation, defineService } from '../operation.ts';
import { engineOptionNames } from '../option-rules.ts';
import { meantOption } from '../options/meant-option.ts';
import { ownCopy } from '../options/own.ts';
import { type OptionNames, refuseUnknown } from '../options/refuse-unknown.ts';
import { pathSegment } from '../pipeline/http-request.ts';
import type { VaultClient } from './vault.ts';

const vaultClientNames: OptionNames<VaultClientOptions> = {
  ...engineOptionNames,
  address: 0,
  token: 0,
  namespace: 0,
  dangerouslyAllowHttp: 0,
};

/**
 * Options of `createVaultClient()`, plus those of every client: `timeoutMs`, `deadlineMs`, `retry`, `runtime`
 * (with your own `fetch` for a private CA), `onEvent`. @public
 */
export interface VaultClientOptions extends EngineOptions {
  /**
   * `https://…`, or `http` on this machine, like a Vault agent.
   *
   * @defaultValue the environment variable VAULT_ADDR
   */
  readonly address?: string | undefined;
  /**
   * A token, or its source: `fromFile('/vault/token')` for the sink of a Vault agent. It is loaded again when
   * Vault rejects it.
   *
   * @defaultValue the environment variable VAULT_TOKEN, or the file that VAULT_TOKEN_FILE names
   */
  readonly token?: CredentialInput | undefined;
  /** @defaultValue the environment variable VAULT_NAMESPACE, or none */
  readonly namespace?: string | undefined;
  /** Allows plain `http` to another machine, which shows token and secrets to the network. */
  readonly dangerouslyAllowHttp?: boolean | undefined;
}

/** A Vault client with connections: close it. @public */
export interface VaultHttpClient extends VaultClient {
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Reads from HashiCorp Vault or OpenBao over HTTP, without a client library, through the pipeline of every
 * client: retries, limits and typed errors. It does not log in: a Vault agent or an init container must
 * obtain and renew the token. The first read evaluates options and environment. @public
 *
 * @example
 * const vault = createVaultClient({ token: fromFile('/vault/secrets/token') }); // VAULT_ADDR
 * const apiKey = fromVault(vault, { path: 'prod/mail', field: 'apiKey' });
 */
export function createVaultClient(options: VaultClientOptions = {}): VaultHttpClient {
  refuseUnknown(options, vaultClientNames, 'createVaultClient()', meantOption);
  let client: ServiceClient | undefined;
  let isClosed = false;
  return {
    async read(path, { signal } = {}) {
      client ??= open(ownCopy(options));
      if (isClosed) await client.close();
      return client.execute(readPath, path, { signal });
    },
    async close() {
      isClosed = true;
      await client?.close();
    },
    async [Symbol.asyncDispose]() {
      await this.close();
    },
  };
}

function open(options: VaultClientOptions): ServiceClient {
  const { address, token, namespace, dangerouslyAllowHttp, ...engine } = options;
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
    dangerouslyAllowHttp,
    auth: headerKey('x-vault-token'),
    credential: credentialFrom(token, fromEnv('VAULT_TOKEN'), 'token'),
    headers: {
      // A Vault agent may require this header as protection against server-side request forgery.
      'x-vault-request': 'true',
      ...(inNamespace === undefined ? {} : { 'x-vault-namespace': inNamespace }),
    },
    classify: classifyRejectedToken,
  });
  // Shorter than the timeout of a credential load.
  return createServiceClient(service, { timeoutMs: 10_000, deadlineMs: 25_000, ...engine });
}

/** Vault returns 403 for an expired token and for missing permission. In both cases, a new token may help. */
const classifyRejectedToken: Classify = (answer) =>
  answer.status === 403
    ? {
        type: PermissionError,
        message: 'Vault rejected the token: it has expired, or its policies do not allow reading this path.',
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
