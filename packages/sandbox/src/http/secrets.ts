import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares two secrets in constant time. */
export function isSameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected));
}

function digest(text: string): Uint8Array {
  return createHash('sha256').update(text).digest();
}
