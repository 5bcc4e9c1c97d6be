import type { ServiceResponse } from '../http/response.ts';

/** What the body of a refusal says in the words of the IETF. */
export interface Problem {
  /** `quota-exceeded`, `temporary-reduced-capacity` or `abnormal-usage-detected`. */
  readonly code: string;
  /** Names of the limits that were exceeded. */
  readonly policies: readonly unknown[];
}

const known =
  /^https?:\/\/(?:www\.)?iana\.org\/assignments\/http-problem-types#(quota-exceeded|temporary-reduced-capacity|abnormal-usage-detected)$/;

/**
 * The problem details (RFC 9457) that go with the fields for rate limits.
 *
 * Source: draft-ietf-httpapi-ratelimit-headers-11 §5.
 */
export function problemOf(answer: ServiceResponse): Problem | undefined {
  const body = answer.json();
  if (typeof body !== 'object' || body === null || !Object.hasOwn(body, 'type')) return undefined;
  const type: unknown = Reflect.get(body, 'type');
  const code = typeof type === 'string' ? known.exec(type)?.[1] : undefined;
  if (code === undefined) return undefined;
  const policies: unknown = Reflect.get(body, 'violated-policies');
  return { code, policies: Array.isArray(policies) ? policies : [] };
}
