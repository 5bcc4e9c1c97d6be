import { propertyOf } from '../options/own.ts';
import type { Redact } from './redact.ts';

const maxDepth = 6;
const maxMessageLength = 2_000;
const maxFrames = 10;

/**
 * A copy of a foreign error that is safe as a cause of ours: a chain of plain `Error` objects with name,
 * message, code and stack frames, cleaned of secrets. Requests, responses, options and other properties are
 * left out. Hostile objects (getters that throw, cycles, proxies) do no harm.
 */
export function cleanCause(error: unknown, redact: Redact): Error | undefined {
  return error === undefined || error === null ? undefined : cleanLevel(error, redact, maxDepth);
}

function cleanLevel(error: unknown, redact: Redact, depth: number): Error {
  const text = (value: unknown, maxLength: number) =>
    typeof value === 'string' ? redact(value, maxLength) : '';
  const clean = new Error(text(messageOf(error), maxMessageLength));
  const name = text(propertyOf(error, 'name'), 100) || 'Error';
  const code = text(propertyOf(error, 'code'), 100);
  const frames = framesOf(propertyOf(error, 'stack')).map((frame) => text(frame, 500));
  const next = propertyOf(error, 'cause') ?? errorsOf(error)[0] ?? undefined;
  return Object.defineProperties(clean, {
    name: { value: name },
    stack: { value: [`${name}: ${clean.message}`, ...frames].join('\n') },
    ...(code && { code: { value: code, enumerable: true } }),
    ...(next !== undefined && depth > 1 && { cause: { value: cleanLevel(next, redact, depth - 1) } }),
  });
}

function messageOf(error: unknown): unknown {
  if (typeof error === 'string') return error;
  const message = propertyOf(error, 'message');
  if (typeof message === 'string' && message !== '') return message;
  // An AggregateError of Node's happy-eyeballs connect has no message.
  const messages = errorsOf(error).map((inner) => propertyOf(inner, 'message'));
  return messages.filter((inner) => typeof inner === 'string').join('; ');
}

function errorsOf(error: unknown): readonly unknown[] {
  const errors = propertyOf(error, 'errors');
  try {
    return Array.isArray(errors) ? errors.slice(0, 4) : [];
  } catch {
    return [];
  }
}

function framesOf(stack: unknown): readonly string[] {
  if (typeof stack !== 'string') return [];
  return (
    stack
      .slice(0, 20_000)
      .match(/^ {1,20}at .*/gm)
      ?.slice(0, maxFrames) ?? []
  );
}
