import type { FaultHandler } from '../../src/testing/index.ts';

/** One version of a secret in the KV engine. */
export interface VaultVersion {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly deletedAt?: Date;
  readonly destroyed?: boolean;
}

export interface FakeVault {
  readonly tokens: Set<string>;
  /** By mount and path: `secret/prod/mail`. */
  readonly secrets: Map<string, readonly VaultVersion[] | 'denied'>;
  readonly namespace?: string;
  sealed?: boolean;
}

/**
 * Vault with a KV engine, version 2, at `secret`: `GET /v1/secret/data/{path}?version=…` with
 * `X-Vault-Token`. A deleted version is a 404 with its metadata, a path without a secret a 404 with
 * an empty list of errors, a path without an engine a 404 with an error. Source: HashiCorp Vault, KV
 * secrets engine version 2 (API) and HTTP API, "HTTP status codes".
 */
export function fakeVault(vault: FakeVault): FaultHandler {
  return ({ path, headers, query }) => {
    if (vault.sealed) return refuse(503, 'Vault is sealed');
    const inNamespace = (headers.get('x-vault-namespace') ?? undefined) === vault.namespace;
    const known = vault.tokens.has(headers.get('x-vault-token') ?? '') && inNamespace;
    if (!known) return refuse(403, '2 errors occurred:\n\t* permission denied\n\t* invalid token\n\n');
    const [, mount, name] = /^\/v1\/([^/]+)\/data\/(.+)$/.exec(decodeURIComponent(path)) ?? [];
    if (mount !== 'secret')
      return refuse(404, `no handler for route "${path.slice(4)}". route entry not found.`);
    const versions = vault.secrets.get(`${mount}/${name}`);
    if (versions === 'denied') return refuse(403, '1 error occurred:\n\t* permission denied\n\n');
    const number = Number(query.get('version') ?? 0) || (versions?.length ?? 0);
    const version = versions?.[number - 1];
    if (version === undefined) return refuse(404);
    const { fields, deletedAt, destroyed = false } = version;
    const isGone = destroyed || (deletedAt !== undefined && deletedAt.getTime() <= Date.now());
    const metadata = {
      created_time: '2018-03-22T02:24:06.945319214Z',
      custom_metadata: null,
      deletion_time: deletedAt?.toISOString() ?? '',
      destroyed,
      version: number,
    };
    const envelope = {
      request_id: '2ecc2fb8',
      lease_id: '',
      renewable: false,
      lease_duration: 0,
      warnings: null,
    };
    const json = { ...envelope, data: { data: isGone ? null : fields, metadata } };
    return { answer: { status: isGone ? 404 : 200, json } };
  };
}

const refuse = (status: number, ...errors: readonly string[]) => ({ answer: { status, json: { errors } } });
