import type { Classify, Failure, ServiceResponse } from '@org/core';
import { textAt } from '@org/core/driver';
import { findWords } from '@org/core/tables';
import { ownValue, toDate } from '../../driver.ts';
import { classifyByCodes } from '../../tables/index.ts';

/** scaleway/scaleway-sdk-js 20304191, the standard errors of all its APIs: two kinds share the status 403. */
export const kinds = {
  denied_authentication: 'authentication',
  invalid_arguments: 'bad-request',
  permissions_denied: 'permission',
  quotas_exceeded: 'quota-exceeded',
  not_found: 'not-found',
  unknown_resource: 'not-found',
  precondition_failed: 'bad-request',
  transient_state: 'conflict',
  already_exists: 'conflict',
  too_many_requests: 'rate-limit',
} as const;

const byType = classifyByCodes({ code: 'type', kinds });

export const classify: Classify = (response, context) => {
  const failure = byType(response, context);
  if (failure === undefined) return undefined;
  const json = response.json();
  const words = failure.words ?? findWords(json, 'details') ?? textAt(json, 'help_message');
  return { ...failure, words, ...waitOf(response, context.nowMs) };
};

/** How long to wait is in the body. */
function waitOf(response: ServiceResponse, nowMs: number): Partial<Failure> {
  if (response.status !== 429) return {};
  const seconds = ownValue(response.json(), 'reset_seconds');
  if (typeof seconds === 'number' && seconds >= 0) return { retryAfterMs: seconds * 1_000 };
  const at = toDate(textAt(response.json(), 'reset_at'));
  return at === undefined ? {} : { retryAfterMs: Math.max(0, at.getTime() - nowMs) };
}
