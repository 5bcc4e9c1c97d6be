import { type Classify, classifyStatus } from '@org/core';
import * as z from 'zod/mini';
import { mapValhallaRefusal } from '../../engines/valhalla/failure.ts';
import { redactDetails } from '../../engines/words.ts';
import { lazily } from '../../internal/lazily.ts';

const Refusal = lazily(() => z.object({ error_code: z.number(), error: z.optional(z.string()) }));

/**
 * The service's own refusals by their number; whatever stands before it (a proxy's page, a 429) by status.
 */
export const classifyValhallaFailure: Classify = (answer, context) => {
  const base = classifyStatus(answer, context);
  if (base === undefined) return undefined;
  const refusal = z.safeParse(Refusal(), answer.json());
  if (!refusal.success) return redactDetails(base);
  const { error_code: code, error: text = 'no words' } = refusal.data;
  const failure = mapValhallaRefusal({ code, status: answer.status, text });
  return base.retryAfterMs === undefined ? failure : { ...failure, retryAfterMs: base.retryAfterMs };
};
