import { createAnswer, type HttpAnswer } from '@org/core';
import * as z from 'zod/mini';
import { lazily } from '../../internal/lazily.ts';
import { hasField } from './evidence.ts';

// Three shapes are in use: the current one, a flat one of some routes, and the one of the first version.
const envelope = lazily(() =>
  z.object({
    error: z.object({
      code: z.optional(z.string()),
      message: z.optional(z.string()),
      statusCode: z.optional(z.number()),
      requestId: z.optional(z.string()),
      errors: z.optional(z.array(z.object({ field: z.string(), message: z.string() }))),
      details: z.optional(
        z.object({
          retryAfter: z.optional(z.number()),
          originalStatusCode: z.optional(z.nullable(z.number())),
          key: z.optional(z.string()),
        }),
      ),
      suggestion: z.optional(z.string()),
    }),
  }),
);
const flat = lazily(() =>
  z.object({
    error: z.string(),
    message: z.optional(z.string()),
    code: z.optional(z.unknown()),
  }),
);

/** A failure in the service's own words. */
export interface PlunkFailure {
  readonly code?: string | undefined;
  readonly message?: string | undefined;
  readonly statusCode?: number | undefined;
  readonly requestId?: string | undefined;
  readonly errors?: readonly { readonly field: string; readonly message: string }[] | undefined;
  readonly details?:
    | {
        readonly retryAfter?: number | undefined;
        /** `null` while the first request is in progress. */
        readonly originalStatusCode?: number | null | undefined;
        readonly key?: string | undefined;
      }
    | undefined;
  readonly suggestion?: string | undefined;
}

/** What is known of a failure, whichever shape its body has. */
export function readFailure(json: unknown): PlunkFailure {
  const current = envelope().safeParse(json);
  if (current.success) return current.data.error;
  const other = flat().safeParse(json);
  if (!other.success) return {};
  const { error, message = error, code } = other.data;
  if (typeof code === 'number') return { message, statusCode: code };
  return typeof code === 'string' ? { message, code } : { message };
}

/**
 * The failure that a 2xx response states with `success: false`, as a response with the status that the body
 * names; `unspecified` when it names none. `undefined` when the response states no failure.
 */
export function readStatedFailure(answer: HttpAnswer): HttpAnswer | 'unspecified' | undefined {
  const json = answer.json();
  if (answer.status >= 300 || !hasField(answer, 'success', false)) return undefined;
  const { statusCode = 0 } = readFailure(json);
  return statusCode >= 400 && statusCode < 600
    ? createAnswer(statusCode, answer.headers, answer.bytes)
    : 'unspecified';
}
