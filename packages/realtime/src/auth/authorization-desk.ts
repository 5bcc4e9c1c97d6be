import { isOrgError, type OrgError, type Runtime } from '@org/core';
import { createTimer } from '../connection/timer.ts';
import { tookTooLong } from '../internal/wrong-input.ts';
import type { AuthorizationFailure } from './authorization-error.ts';
import type { Authorizer, ChannelToken } from './authorizer.ts';
import { readToken } from './read-token.ts';

/** @internal */
export interface AuthorizationDeskOptions {
  readonly authorize: Authorizer | undefined;
  readonly key: string;
  readonly runtime: Runtime;
  readonly failure: AuthorizationFailure;
  /** Calls of `authorize` under way at the same time. */
  readonly concurrency: number;
  /** Limit of one call, from its start. */
  readonly timeoutMs: number;
}

/** @internal */
export interface AuthorizationWish {
  readonly socketId: string;
  readonly channelName: string;
  readonly isPresence: boolean;
  /** Leaves the queue or ends the call. */
  readonly signal: AbortSignal;
}

/**
 * Gets tokens, a few at a time, in the order they were asked for. Tells by a callback, which is not called
 * any more once the wish's signal has aborted: an answer for a connection that is gone must not be used.
 *
 * @internal
 */
export interface AuthorizationDesk {
  request(
    wish: AuthorizationWish,
    answer: { granted(token: ChannelToken): void; refused(error: OrgError): void },
  ): void;
}

/** @internal */
export function createAuthorizationDesk(options: AuthorizationDeskOptions): AuthorizationDesk {
  const queue = new Set<() => void>();
  let running = 0;

  const next = () => {
    for (const start of queue) {
      if (running >= options.concurrency) return;
      queue.delete(start);
      start();
    }
  };
  return {
    request(wish, answer) {
      const start = async () => {
        running += 1;
        const outcome = await askOnce(options, wish).then(
          (token) => ({ token }),
          (error: unknown) => ({ error: asOrgError(error, wish.channelName, options.failure) }),
        );
        running -= 1;
        if (!wish.signal.aborted) {
          if ('token' in outcome) answer.granted(outcome.token);
          else answer.refused(outcome.error);
        }
        next();
      };
      if (wish.signal.aborted) return;
      wish.signal.addEventListener('abort', () => queue.delete(start), { once: true });
      queue.add(start);
      next();
    },
  };
}

async function askOnce(options: AuthorizationDeskOptions, wish: AuthorizationWish): Promise<ChannelToken> {
  const { authorize, failure, key, runtime, timeoutMs } = options;
  const { channelName, isPresence, socketId } = wish;
  if (authorize === undefined) {
    throw failure(
      `${channelName} needs authorisation: give the client an authorize function, or httpAuthorizer({ endpoint }).`,
    );
  }
  const tooSlow = `authorize did not answer for ${channelName} within ${timeoutMs} ms.`;
  const call = new AbortController();
  const timer = createTimer(runtime);
  const abandon = () => call.abort(wish.signal.reason);
  wish.signal.addEventListener('abort', abandon, { once: true });
  timer.start(timeoutMs, () => call.abort(tookTooLong('authorize', tooSlow)));
  try {
    const asked = Promise.resolve(authorize({ socketId, channelName, signal: call.signal, runtime }));
    return readToken(await Promise.race([asked, aborted(call.signal)]), {
      channelName,
      key,
      isPresence,
      failure,
    });
  } finally {
    timer.stop();
    wish.signal.removeEventListener('abort', abandon);
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

function asOrgError(error: unknown, channelName: string, failure: AuthorizationFailure): OrgError {
  if (isOrgError(error)) return error;
  const said = error instanceof Error && error.message !== '' ? `: ${error.message.slice(0, 300)}` : '';
  return failure(`authorize failed for ${channelName}${said}`, { cause: error });
}
