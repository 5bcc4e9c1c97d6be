import { isOrgError } from '@org/core';

const codes: readonly string[] = [
  'authentication',
  'permission',
  'credential',
  'configuration',
  'quota-exceeded',
  'closed',
];

/** With a wrong key or an empty quota every further request fails, and some services count it. */
export function isRepeatedError(error: unknown): boolean {
  return isOrgError(error) && codes.includes(error.code);
}
