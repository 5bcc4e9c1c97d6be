import type { Classify, ServiceResponse } from '@org/core';
import { textAt } from '@org/core/driver';
import { ownValue } from '../../driver.ts';
import { classifyMailgunFailure } from './errors.ts';

/**
 * The words of a 404 about an address: "Address not found in bounces table", "No spam complaints found for
 * this address" (mailgun/documentation, api-suppressions.rst), "Member … not found". A 404 of a proxy has
 * others, and so has that of an unknown domain.
 */
const missing = /\baddress not found\b|\bfound for this address\b|^member\b/i;

export const isMissing = (response: ServiceResponse): boolean =>
  response.status === 404 && missing.test(textAt(response.json(), 'message') ?? '');

/** For operations that look an address up or take it away. */
export const classifyMissing: Classify = (response, context) =>
  isMissing(response) ? undefined : classifyMailgunFailure(response, context);

/** The response to a deletion names what was deleted. */
export function namesAddress(response: ServiceResponse, within = ''): boolean {
  const json: unknown = response.json();
  return textAt(within === '' ? json : ownValue(json, within), 'address') !== undefined;
}
