import { isOrgError, type OrgError, type Runtime } from '@org/core';
import { channelKind } from '../protocol/channel-name.ts';
import type { AuthorizationFailure } from './authorization-error.ts';
import type { Authorizer } from './authorizer.ts';
import { callInTime } from './call-in-time.ts';
import { type GrantedToken, readToken } from './read-token.ts';
import type { SignInGate } from './sign-in-gate.ts';

/** @internal */
export interface AuthorizationQueueOptions {
  readonly authorize: Authorizer | undefined;
  readonly key: string;
  readonly runtime: Runtime;
  readonly failure: AuthorizationFailure;
  /** The sign-in, which replaces the `channel_data` of presence channels. */
  readonly user: SignInGate;
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
      if ('token' in outcome) this.#grant(outcome.token, request, listener);
      else listener.refused(outcome.error);
    }
    this.#startNext();
  }

  /** A presence channel without `channel_data` waits for the sign-in. */
  #grant(
    token: GrantedToken,
    { channelName, signal }: AuthorizationRequest,
    listener: AuthorizationListener,
  ) {
    if (token.memberId !== undefined || !channelKind(channelName).presence) return listener.granted(token);
    this.#options.user.whenSettled(signal, (memberId) => {
      if (memberId === undefined) listener.refused(withoutMember(channelName, this.#options.failure));
      else listener.granted({ ...token, memberId });
      return true;
    });
  }
}

async function authorizeOnce(
  { authorize, failure, key, runtime, timeoutMs }: AuthorizationQueueOptions,
  { channelName, signal, socketId }: AuthorizationRequest,
): Promise<GrantedToken> {
  if (authorize === undefined)
    throw failure(`${channelName} needs authorization: set authorize, e.g. httpAuthorizer({ endpoint }).`);
  const call = { operation: 'authorize', subject: channelName, runtime, signal, timeoutMs } as const;
  const token = await callInTime(call, (each) => authorize({ socketId, channelName, signal: each, runtime }));
  return readToken(token, { channelName, key, failure });
}

function withoutMember(channelName: string, failure: AuthorizationFailure): OrgError {
  return failure(
    `The token of ${channelName} has no user_id in its channel_data, and no user is signed in: ` +
      'sign channel_data on your server, or call signIn().',
  );
}

function toOrgError(error: unknown, channelName: string, failure: AuthorizationFailure): OrgError {
  if (isOrgError(error)) return error;
  const reason = error instanceof Error && error.message !== '' ? `: ${error.message.slice(0, 300)}` : '';
  return failure(`authorize failed for ${channelName}${reason}`, { cause: error });
}
