import type { ServiceResponse } from '@org/core';

/**
 * Many writes answer `{}`. The header with AWS's id of the request is the evidence: a proxy or a login page
 * has none.
 */
export function provesCall({ headers }: ServiceResponse): boolean {
  return (headers.get('x-amzn-requestid') ?? '') !== '';
}

/** The time of seconds since 1970, as the AWS protocol restJson1 writes it in bodies. */
export function timeOf(seconds: number | null | undefined): Date | undefined {
  return seconds === null || seconds === undefined ? undefined : new Date(seconds * 1_000);
}
