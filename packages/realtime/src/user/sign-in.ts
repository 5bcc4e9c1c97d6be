import type { OrgError } from '@org/core';
import type { SignInGate } from '../auth/sign-in-gate.ts';
import type { EventHub } from '../channels/event-hub.ts';
import { retryDelay } from '../channels/subscription/retry-subscription.ts';
import {
  type SubscriptionEffect,
  type SubscriptionEvent,
  type SubscriptionState,
  transitionSubscription,
} from '../channels/subscription/subscription-machine.ts';
import type { Connection } from '../connection/connection.ts';
import { isRecord } from '../internal/json.ts';
import { Timer } from '../internal/timer.ts';
import { closed } from '../internal/wrong-input.ts';
import { Listeners } from '../listeners.ts';
import type { Frame } from '../protocol/frame.ts';
import { readServiceMessage } from '../protocol/service-message.ts';
import { type WaitOptions, waitedTooLong, waitFor } from '../wait.ts';
import { authenticateUser } from './authenticate-user.ts';
import { CurrentUser } from './current-user.ts';
import { inTurn } from './in-turn.ts';
import { type GrantedUser, readUser } from './read-user-token.ts';
import { answersSignIn, unauthorizedCode } from './sign-in-answer.ts';
import type { SignInContext, SignInFailure, SignInSettings } from './sign-in-context.ts';
import type { SignedInUser } from './user.ts';

/**
 * Signs the user in on every connection. Its states are those of a subscription: `authorizing` waits for
 * `authenticate`, `subscribing` for the service, `subscribed` is signed in.
 */
export class SignIn implements SignInGate {
  readonly #settings: SignInSettings;
  readonly #hub: EventHub;
  readonly #connection: Connection;
  readonly #failure: SignInFailure;
  readonly #timer: Timer;
  readonly #states: Listeners<'sign-in', SubscriptionState>;
  readonly #current: CurrentUser;
  #state: SubscriptionState = { name: 'unsubscribed' };
  #authentication: AbortController | undefined;
  /** The token's user: not signed in before the service confirms it. */
  #granted: GrantedUser | undefined;
  /** Whether the service refused the sign-in on this connection. */
  #isRefused = false;
  #isEnded = false;

  constructor({ settings, hub, connection, openChannel }: SignInContext, failure: SignInFailure) {
    const { report } = hub;
    this.#settings = settings;
    this.#hub = hub;
    this.#connection = connection;
    this.#failure = failure;
    this.#timer = new Timer(settings.runtime);
    this.#states = new Listeners(report);
    this.#current = new CurrentUser({
      openChannel,
      report,
      info: () => this.#granted?.info,
      isSignedIn: () => this.#state.name === 'subscribed',
    });
  }

  /** Undefined before the first sign-in, and after a refused one. */
  get user(): SignedInUser | undefined {
    return this.#current.user;
  }

  /** Signs in, if not done yet, and waits for it. */
  async wait(options: WaitOptions | undefined): Promise<SignedInUser> {
    const connection = this.#connection;
    await waitFor(options, {
      runtime: this.#settings.runtime,
      defaultMs: 30_000,
      timedOut: (timeoutMs) => {
        const reason = 'error' in this.#state ? this.#state.error : connection.lastError;
        const what = `Not signed in within ${timeoutMs} ms: the connection is ${connection.state.name}.`;
        return waitedTooLong('signIn', what, reason);
      },
      begin: (resolve, reject) => {
        if (!this.#isEnded) this.#want();
        const check = (state: SubscriptionState) => {
          if (state.name === 'subscribed') void this.#whenReady().then(resolve);
          else if (state.name === 'failed') reject(state.error);
          else if (this.#isEnded) reject(closed('The realtime client is closed.'));
        };
        check(this.#state);
        return this.#states.add('sign-in', check);
      },
    });
    const { user } = this.#current;
    if (user === undefined) throw closed('The realtime client is closed.');
    return user;
  }

  async #whenReady(): Promise<void> {
    await Promise.resolve(); // listeners of the state come before the user
    await this.#current.ready();
  }

  receive({ event, data }: Frame): boolean {
    if (event === 'pusher:signin_success') this.#succeed(data);
    else if (event === 'pusher_internal:watchlist_events') this.#watch(data);
    // Sockudo sends each event in a frame of its own.
    else if (event === 'online' || event === 'offline')
      this.#watch({ events: [{ ...(isRecord(data) ? data : {}), name: event }] });
    else return event === 'pusher:error' && this.#isRefusal(data);
    return true;
  }

  /**
   * Returns the event for the channels. Some servers close the connection of a refused sign-in with a code
   * that forbids to reconnect unchanged. Without the sign-in the client may reconnect.
   */
  connectionChanged(event: SubscriptionEvent): SubscriptionEvent {
    const isClosed = event.type === 'unreachable' && event.error.status === unauthorizedCode;
    const isClosedForSignIn = isClosed && (this.#isRefused || this.#state.name === 'subscribing');
    if (isClosedForSignIn && !this.#isRefused) this.#refuse('it closed the connection', unauthorizedCode);
    this.#dispatch(isClosedForSignIn ? { type: 'lost' } : event);
    if (event.type === 'connected') this.#isRefused = false;
    if (event.type !== 'connected') this.#current.watchlist.clear();
    if (!isClosedForSignIn) return event;
    this.#connection.connect();
    return { type: 'lost' };
  }

  whenSettled(signal: AbortSignal, take: (userId: string | undefined) => boolean): void {
    let off = () => {};
    const check = ({ name }: SubscriptionState) => {
      const userId = name === 'subscribed' ? this.#granted?.id : undefined;
      if (userId === undefined && name !== 'failed' && name !== 'unsubscribed') return;
      if (take(userId)) off();
    };
    off = this.#states.add('sign-in', check);
    signal.addEventListener('abort', off, { once: true });
    check(this.#state);
  }

  end(): void {
    this.#isEnded = true;
    this.#authentication?.abort();
    this.#timer.stop();
    this.#state = { name: 'unsubscribed' };
    this.#states.emit('sign-in', this.#state);
    this.#states.clear();
    this.#current.forget();
  }

  #want(): void {
    const connection = this.#connection;
    this.#dispatch({ type: 'want', isConnected: connection.socketId !== undefined });
    const { lastError } = connection;
    if (connection.state.name === 'failed' && lastError !== undefined)
      this.#dispatch({ type: 'unreachable', error: lastError });
  }

  readonly #dispatch = inTurn((event: SubscriptionEvent) => {
    if (this.#isEnded) return;
    const previous = this.#state;
    const [next, effects] = transitionSubscription(previous, event);
    this.#state = next;
    for (const effect of effects) this.#run(effect);
    if (next.name !== previous.name) this.#entered(next, previous);
  });

  #run(effect: SubscriptionEffect): void {
    if (effect === 'authorize') this.#authenticate();
    else if (effect === 'abandon') this.#authentication?.abort();
    else if (effect === 'send-subscribe' && this.#granted !== undefined) {
      const { auth, userData } = this.#granted;
      this.#connection.send({ event: 'pusher:signin', data: { auth, user_data: userData } });
    }
  }

  #entered(next: SubscriptionState, previous: SubscriptionState): void {
    const { subscribeTimeoutMs, runtime } = this.#settings;
    this.#timer.stop();
    if (next.name === 'subscribing') this.#timer.start(subscribeTimeoutMs, () => this.#timedOut());
    if (next.name === 'pausing') {
      const delayMs = retryDelay(next.error, next.failures, runtime);
      this.#timer.start(delayMs, () => this.#dispatch({ type: 'retry' }));
    }
    if (next.name === 'failed') {
      if (!next.mayReturn) this.#current.forget();
      this.#hub.report(next.error);
    }
    this.#states.emit('sign-in', next);
    if (previous.name === 'subscribed' && this.#granted !== undefined)
      this.#hub.emit({ type: 'user', userId: this.#granted.id, isSignedIn: false });
  }

  #authenticate(): void {
    const { socketId } = this.#connection;
    if (socketId === undefined) return;
    this.#authentication = new AbortController();
    const { signal } = this.#authentication;
    authenticateUser(this.#settings, socketId, signal, this.#failure).then(
      (granted) => {
        if (signal.aborted) return;
        this.#granted = granted;
        this.#dispatch({ type: 'authorized' });
      },
      (error: OrgError) => signal.aborted || this.#dispatch({ type: 'refused', error }),
    );
  }

  #succeed(data: unknown): void {
    const granted = this.#granted;
    // A late response: the service knows the user of this connection.
    if (this.#state.name === 'pausing') this.#state = { name: 'subscribing', failures: 0 };
    if (this.#state.name !== 'subscribing' || granted === undefined) return; // an answer that came too late
    const answered = isRecord(data) ? readUser(data['user_data']) : undefined;
    if (answered?.id !== granted.id) {
      this.#refuse('the response names another user, or none');
      return;
    }
    if (this.#current.user?.id !== granted.id) this.#current.forget();
    this.#dispatch({ type: 'succeeded' });
    this.#current.become(granted.id);
    this.#hub.emit({ type: 'user', userId: granted.id, isSignedIn: true });
  }

  #watch(data: unknown): void {
    if (this.#state.name === 'subscribed') this.#current.watchlist.receive(data);
  }

  #isRefusal(data: unknown): boolean {
    const message = readServiceMessage(data);
    if (this.#state.name !== 'subscribing' || !answersSignIn(message, this.#granted?.auth ?? ''))
      return false;
    this.#refuse(message.message, message.code);
    return true;
  }

  #refuse(reason: string, status?: number): void {
    this.#isRefused = true;
    const error = this.#failure(`The service refused the sign-in: ${reason}`, { status });
    this.#dispatch({ type: 'refused', error });
  }

  /** A service without user authentication never responds. One that signed the user in before is late. */
  #timedOut(): void {
    const isLate = this.#current.user !== undefined;
    const advice = isLate ? '' : ': enable user authentication for the app at the service';
    const message = `No response to the sign-in within ${this.#settings.subscribeTimeoutMs} ms${advice}.`;
    this.#dispatch({ type: 'refused', error: this.#failure(message, { retryable: isLate }) });
  }
}
