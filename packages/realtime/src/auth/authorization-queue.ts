import { isOrgError, type OrgError, type Runtime } from '@org/core';
import { createTimer } from '../connection/timer.ts';
import { tookTooLong } from '../internal/wrong-input.ts';
import type { AuthorizationFailure } from './authorization-error.ts';
import type { Authorizer } from './authorizer.ts';
import { type GrantedToken, readToken } from './read-token.ts';

/** @internal */
export interface AuthorizationQueueOptions {
  readonly authorize: Authorizer | undefined;
  readonly key: string;
  readonly runtime: Runtime;
  readonly failure: AuthorizationFailure;
  /** Concurrent calls of `authorize`. */
  readonly concurrency: number;
  /** Limit of one call of `authorize`. */
  readonly timeoutMs: number;
}

/** @internal */
export interface AuthorizationRequest {
  readonly socketId: string;
  readonly channelName: string;
  /** Removes the request from the queue, or aborts its call. */
  readonly signal: AbortSignal;
}

/** Not called after the abort of the request: a token of an ended connection is invalid. @internal */
export interface AuthorizationListener {
  granted(token: GrantedToken): void;
  refused(error: OrgError): void;
}

/** Gets the tokens of channels, a few at a time, first in first out. @internal */
export class AuthorizationQueue {
  readonly #options: AuthorizationQueueOptions;
  readonly #waiting = new Set<() => void>();
  #running = 0;

  constructor(options: AuthorizationQueueOptions) {
    this.#options = options;
  }

  request(request: AuthorizationRequest, listener: AuthorizationListener): void {
    if (request.signal.aborted) return;
    const start = () => void this.#run(request, listener);
    request.signal.addEventListener('abort', () => this.#waiting.delete(start), { once: true });
    this.#waiting.add(start);
    this.#startNext();
  }

  #startNext(): void {
    for (const start of this.#waiting) {
      if (this.#running >= this.#options.concurrency) return;
      this.#waiting.delete(start);
      start();
    }
  }

  async #run(request: AuthorizationRequest, listener: AuthorizationListener): Promise<void> {
    this.#running += 1;
    const outcome = await authorizeOnce(this.#options, request).then(
      (token) => ({ token }),
      (error: unknown) => ({ error: toOrgError(error, request.channelName, this.#options.failure) }),
    );
    this.#running -= 1;
    if (!request.signal.aborted) {
      if ('token' in outcome) listener.granted(outcome.token);
      else listener.refused(outcome.error);
    }
    this.#startNext();
  }
}

async function authorizeOnce(
  options: AuthorizationQueueOptions,
  request: AuthorizationRequest,
): Promise<GrantedToken> {
  const { authorize, failure, key, runtime, timeoutMs } = options;
  const { channelName, socketId } = request;
  if (authorize === undefined)
    throw failure(`${channelName} needs authorization: set authorize, e.g. httpAuthorizer({ endpoint }).`);
  const call = new AbortController();
  const timer = createTimer(runtime);
  const abort = () => call.abort(request.signal.reason);
  request.signal.addEventListener('abort', abort, { once: true });
  timer.start(timeoutMs, () => {
    const message = `authorize timed out for ${channelName} after authorizeTimeoutMs (${timeoutMs} ms).`;
    call.abort(tookTooLong('authorize', message));
  });
  try {
    const pending = Promise.resolve(authorize({ socketId, channelName, signal: call.signal, runtime }));
    const token = await Promise.race([pending, aborted(call.signal)]);
    return readToken(token, { channelName, key, failure });
  } finally {
    timer.stop();
    request.signal.removeEventListener('abort', abort);
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

function toOrgError(error: unknown, channelName: string, failure: AuthorizationFailure): OrgError {
  if (isOrgError(error)) return error;
  const reason = error instanceof Error && error.message !== '' ? `: ${error.message.slice(0, 300)}` : '';
  return failure(`authorize failed for ${channelName}${reason}`, { cause: error });
}
