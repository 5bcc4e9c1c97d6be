import type { GoogleSecretManagerClient } from '../../src/secrets/index.ts';
import type { FaultHandler } from '../../src/testing/index.ts';

/** One version of a secret, as Google's Secret Manager keeps them; the last one is `latest`. */
export interface GoogleVersion {
  readonly bytes: Uint8Array;
  readonly state?: 'DISABLED' | 'DESTROYED';
}

/**
 * Google's Secret Manager as its reference describes it: `GET /v1/projects/…/secrets/…/versions/…:access`,
 * the payload in base64. Source: Google Cloud, Secret Manager reference, projects.secrets.versions.access;
 * errors: google.rpc.Status in JSON.
 */
export function fakeGoogle(secrets: Map<string, readonly GoogleVersion[] | 'denied'>): FaultHandler {
  return ({ path, headers }) => {
    if (headers.get('authorization') !== 'Bearer google')
      return refuse(401, 'UNAUTHENTICATED', 'no credentials');
    const [, name = '', wanted = ''] = /^\/v1\/(projects\/.+)\/versions\/([^:]+):access$/.exec(path) ?? [];
    const versions = secrets.get(name);
    if (versions === 'denied')
      return refuse(403, 'PERMISSION_DENIED', `Permission denied for resource ${name}`);
    const index = wanted === 'latest' ? (versions?.length ?? 0) : Number(wanted);
    const version = versions?.[index - 1];
    if (version === undefined)
      return refuse(404, 'NOT_FOUND', `Secret [${name}] not found or has no versions.`);
    if (version.state) {
      return refuse(
        400,
        'FAILED_PRECONDITION',
        `Secret Version [${name}/versions/${index}] is in ${version.state} state.`,
      );
    }
    const data = Buffer.from(version.bytes).toString('base64');
    return { answer: { json: { name: `${name}/versions/${index}`, payload: { data } } } };
  };
}

function refuse(code: number, status: string, message: string) {
  return { answer: { status: code, json: { error: { code, status, message } } } };
}

const grpcCodes: Readonly<Record<string, number>> = {
  NOT_FOUND: 5,
  PERMISSION_DENIED: 7,
  FAILED_PRECONDITION: 9,
  UNAVAILABLE: 14,
  UNAUTHENTICATED: 16,
};

/**
 * Calls the REST interface and gives what Google's own client gives: a list with the response first, bytes,
 * and errors with gRPC codes.
 */
export function googleClient(url: string): GoogleSecretManagerClient {
  return {
    async accessSecretVersion({ name }) {
      const answer = await fetch(`${url}/v1/${name}:access`, { headers: { authorization: 'Bearer google' } });
      const json = await answer.json();
      if (!answer.ok) {
        throw Object.assign(new Error(json.error.message), { code: grpcCodes[json.error.status] });
      }
      return [{ ...json, payload: { data: Buffer.from(json.payload.data, 'base64') } }, undefined, undefined];
    },
  };
}
