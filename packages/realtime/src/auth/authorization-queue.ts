import type { OrgError } from '@org/core';
import { ListenerError } from '../errors/channel-errors.ts';
import { Timer } from '../internal/timer.ts';
import { channelKind } from '../protocol/channel-name.ts';
import {
  type AuthorizationOutcome,
  type AuthorizationSettings,
  authorizeChannels,
} from './authorize-channels.ts';
import type { GrantedToken } from './read-token.ts';
import type { SignInGate } from './sign-in-gate.ts';

export interface AuthorizationQueueOptions extends AuthorizationSettings {
  /** The sign-in, which replaces the `channel_data` of presence channels. */
  readonly user: SignInGate;
  /** Concurrent calls of `authorize`. */
  readonly authorizeConcurrency: number;
  readonly retryAuthorization?: ((error: OrgError) => boolean) | undefined;
  report(error: OrgError): void;
}

export interface AuthorizationRequest {
  readonly socketId: string;
  readonly channelName: string;
  /** Removes the request from the queue, or aborts its call. */
  readonly signal: AbortSignal;
  /** After a temporary failure: the channels of its batch return one by one. */
  readonly isRetry?: boolean;
}

/** Not called after the abort of the request: a token of an ended connection is invalid. */
export interface AuthorizationListener {
  granted(token: GrantedToken): void;
  /** `mayRetry`: as the application decides. */
  refused(error: OrgError, mayRetry?: boolean): void;
}

interface Waiter extends AuthorizationRequest {
  readonly listener: AuthorizationListener;
}

// The channels of a failed batch return over the seconds of their back-off.
const retryDelayMs = 500;

/** Gets the tokens of channels, a few calls at a time, first in first out. */
export class AuthorizationQueue {
  readonly #options: AuthorizationQueueOptions;
  readonly #waiting = new Set<Waiter>();
  readonly #timer: Timer;
  readonly #maxChannels: number;
  readonly #delayMs: number;
  /** Until when a batch that is not full waits for more channels. */
  #collectsUntilMs: number | undefined;
  #running = 0;

  constructor(options: AuthorizationQueueOptions) {
    const { authorize, runtime } = options;
    const batch = typeof authorize === 'object' ? authorize : { maxChannels: 1, delayMs: 0 };
    this.#options = options;
    this.#timer = new Timer(runtime);
    this.#maxChannels = batch.maxChannels;
    this.#delayMs = batch.delayMs;
  }

  request(request: AuthorizationRequest, listener: AuthorizationListener): void {
    if (request.signal.aborted) return;
    const waiter = { ...request, listener };
    request.signal.addEventListener('abort', () => this.#waiting.delete(waiter), { once: true });
    this.#waiting.add(waiter);
    if (this.#maxChannels > 1) this.#collect(request.isRetry ? retryDelayMs : this.#delayMs);
    this.#startNext();
  }

  /** A first attempt does not wait as long as a retry, and takes the waiting retries along. */
  #collect(delayMs: number): void {
    const untilMs = this.#options.runtime.monotonic() + delayMs;
    if (this.#collectsUntilMs !== undefined && this.#collectsUntilMs <= untilMs) return;
    this.#collectsUntilMs = untilMs;
    this.#timer.start(delayMs, () => {
      this.#collectsUntilMs = undefined;
      this.#startNext();
    });
  }

  #startNext(): void {
    while (this.#running < this.#options.authorizeConcurrency) {
      const minimum = this.#collectsUntilMs === undefined ? 1 : this.#maxChannels;
      if (this.#waiting.size < minimum) return;
      void this.#run([...this.#take()]);
    }
  }

  *#take(): Iterable<Waiter> {
    let socketId: string | undefined;
    let count = 0;
    for (const waiter of this.#waiting) {
      socketId ??= waiter.socketId;
      if (waiter.socketId !== socketId) continue;
      this.#waiting.delete(waiter);
      yield waiter;
      count += 1;
      if (count === this.#maxChannels) return;
    }
  }

  async #run(waiters: readonly Waiter[]): Promise<void> {
    const [{ socketId } = { socketId: '' }] = waiters;
    const channelNames = waiters.map(({ channelName }) => channelName);
    const { signal, stop } = abortedWithAll(waiters.map((waiter) => waiter.signal));
    this.#running += 1;
    const outcomes = await authorizeChannels(this.#options, { socketId, channelNames, signal });
    this.#running -= 1;
    stop();
    for (const [index, outcome] of outcomes.entries()) this.#settle(waiters[index], outcome);
    this.#startNext();
  }

  #settle(waiter: Waiter | undefined, outcome: AuthorizationOutcome): void {
    if (waiter === undefined || waiter.signal.aborted) return;
    if (outcome.ok) this.#grant(outcome.token, waiter);
    else waiter.listener.refused(outcome.error, this.#mayRetry(outcome.error));
  }

  #mayRetry(error: OrgError): boolean {
    const { report, retryAuthorization } = this.#options;
    try {
      return retryAuthorization?.(error) ?? error.retryable;
    } catch (cause) {
      report(new ListenerError({ message: 'retryAuthorization threw.', provider: 'realtime', cause }));
      return error.retryable;
    }
  }

  /** A presence channel without `channel_data` waits for the sign-in. */
  #grant(token: GrantedToken, { channelName, signal, listener }: Waiter): void {
    if (token.memberId !== undefined || !channelKind(channelName).presence) {
      listener.granted(token);
      return;
    }
    this.#options.user.whenSettled(signal, (memberId) => {
      if (memberId !== undefined) listener.granted({ ...token, memberId });
      else listener.refused(this.#withoutMember(channelName));
      return true;
    });
  }

  #withoutMember(channelName: string): OrgError {
    return this.#options.failure(
      `The token of ${channelName} has no user_id in its channel_data, and no user is signed in: ` +
        'sign channel_data on your server, or call signIn().',
    );
  }
}

/** A call ends when no channel needs it. */
function abortedWithAll(signals: readonly AbortSignal[]): { readonly signal: AbortSignal; stop(): void } {
  const call = new AbortController();
  let left = signals.length;
  const abort = ({ target }: Event) => {
    left -= 1;
    if (left === 0) call.abort((target as AbortSignal).reason);
  };
  for (const signal of signals) signal.addEventListener('abort', abort, { once: true });
  const stop = () => {
    for (const signal of signals) signal.removeEventListener('abort', abort);
  };
  return { signal: call.signal, stop };
}
