import type { FaultHandler } from '../../src/testing/index.ts';

/** One version of a secret, as Azure Key Vault keeps them; the last one is the latest. */
export interface AzureVersion {
  readonly id: string;
  readonly value: string;
  readonly disabled?: boolean;
  readonly expiresAt?: Date;
}

/**
 * Azure Key Vault as its REST reference describes it: `GET /secrets/{name}/{version}?api-version=…`, a
 * bearer token after a 401 that says where to get one. Source: Azure Key Vault REST reference, Get Secret;
 * Key Vault authentication, "Authentication and authorization challenges".
 */
export function fakeAzure(
  vaultUrl: string,
  secrets: Map<string, readonly AzureVersion[] | 'denied'>,
): FaultHandler {
  return ({ path, headers, query }) => {
    if (!headers.get('authorization')?.startsWith('Bearer ')) {
      const challenge =
        'Bearer authorization="https://login.windows.net/tenant", resource="https://vault.azure.net"';
      return { answer: { status: 401, headers: { 'www-authenticate': challenge } } };
    }
    if (query.get('api-version') === null)
      return refuse(400, 'BadParameter', 'api-version must be specified');
    const [, name = '', wanted = ''] = /^\/secrets\/([^/]+)\/?([^/]*)$/.exec(path) ?? [];
    const versions = secrets.get(name);
    if (versions === 'denied') {
      return refuse(
        403,
        'Forbidden',
        'Caller is not authorized to perform action on resource.',
        'ForbiddenByRbac',
      );
    }
    const version = wanted === '' ? versions?.at(-1) : versions?.find(({ id }) => id === wanted);
    if (version === undefined) {
      return refuse(
        404,
        'SecretNotFound',
        `A secret with (name/id) ${name} was not found in this key vault.`,
      );
    }
    if (version.disabled) {
      return refuse(403, 'Forbidden', 'Operation get is not allowed on a disabled secret.', 'SecretDisabled');
    }
    const attributes = {
      enabled: true,
      created: 1_493_938_410,
      updated: 1_493_938_410,
      recoveryLevel: 'Recoverable+Purgeable',
      ...(version.expiresAt === undefined ? {} : { exp: version.expiresAt.getTime() / 1_000 }),
    };
    return {
      answer: { json: { value: version.value, id: `${vaultUrl}/secrets/${name}/${version.id}`, attributes } },
    };
  };
}

function refuse(status: number, code: string, message: string, inner?: string) {
  const innererror = inner === undefined ? {} : { innererror: { code: inner } };
  return { answer: { status, json: { error: { code, message, ...innererror } } } };
}
