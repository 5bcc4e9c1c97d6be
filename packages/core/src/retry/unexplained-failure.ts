import { NetworkError } from '../errors/transport-errors.ts';
import type { Failure } from './failure.ts';

/** The outcome, whether the attempt may be repeated, and the message. */
export type Meaning = readonly [outcome: Failure['outcome'], replay: Failure['replay'], message: string];

export const cut = 'The connection failed before the response was complete';

export function ambiguous(what: string, hint = ''): Meaning {
  return ['unknown', 'if-safe', `${what}; whether the service acted is not known.${hint}`];
}

// A browser gives a page no reason.
export const unexplained = /* @__PURE__ */ ambiguous(
  cut,
  ' In a browser it may be that the service does not allow the page (CORS).',
);

/** A failed network attempt in browsers and workers, whose errors have no code. */
export function classifyTransportError(cause: unknown): Failure {
  const [outcome, replay, message] = unexplained;
  return { type: NetworkError, message, outcome, replay, cause };
}
