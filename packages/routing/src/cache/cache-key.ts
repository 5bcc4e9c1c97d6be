import type { CallOptions } from '@org/core';
import { realWork } from '@org/core/driver';
import { userAgentProduct } from '../wire/product.ts';

interface Keyed {
  readonly provider: string;
  readonly name: string;
  readonly query: unknown;
  readonly options: Pick<CallOptions, 'headers'>;
}

/**
 * A key that tells nothing of the query: a SHA-256 over its fields. Another version of this package has other
 * keys, because its answers may have another form. `undefined` where there is none.
 */
export async function cacheKey({ provider, name, query, options }: Keyed): Promise<string | undefined> {
  // A page that was loaded over plain http has no digest.
  const digest = globalThis.crypto?.subtle;
  const text = digest && jsonOf([userAgentProduct, provider, name, inOrder(query), inOrder(options.headers)]);
  if (text === undefined) return undefined;
  const bytes = new TextEncoder().encode(text);
  const hash = new Uint8Array(await realWork.run(() => digest.digest('SHA-256', bytes)));
  const hex = Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `org-routing:${provider}:${name}:${hex}`;
}

/** The same fields in the same order, however the caller wrote them. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  // A date, an address and others write themselves as JSON.
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return value;
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(fields.map(([name, part]) => [name, inOrder(part)]));
}

// Provider options may be anything: a value that is not JSON fails with the request, and its reason.
function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}
