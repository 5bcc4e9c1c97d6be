import type { SignInGate } from '../auth/sign-in-gate.ts';
import type { SubscriptionEvent } from '../channels/subscription/subscription-machine.ts';
import { loadCode } from '../internal/load-code.ts';
import type { Frame } from '../protocol/frame.ts';
import type { WaitOptions } from '../wait.ts';
import type { SignIn } from './sign-in.ts';
import { type SignInContext, signInFailure } from './sign-in-context.ts';
import type { SignedInUser } from './user.ts';

/** Loads the code of users. The next call retries a failed load. */
export function loadUserRoom(): Promise<typeof import('./user-room.ts')> {
  return loadCode('for the sign-in', () => import('./user-room.ts'), signInFailure);
}

/** Loads the sign-in with its first use. */
export class LazyUser implements SignInGate {
  readonly #context: SignInContext;
  #signIn: SignIn | undefined;
  #loading: Promise<SignIn> | undefined;
  #isEnded = false;

  constructor(context: SignInContext) {
    this.#context = context;
  }

  get user(): SignedInUser | undefined {
    return this.#signIn?.user;
  }

  /** A rejection that nobody handles is ignored: the client's events report the failure too. */
  signIn(options: WaitOptions | undefined): Promise<SignedInUser> {
    const user = this.#load().then((signIn) => signIn.wait(options));
    user.catch(() => {});
    return user;
  }

  /** Takes the responses to a sign-in, and the watchlist. Returns whether the frame was one. */
  receive(frame: Frame): boolean {
    return frame.channel === undefined && this.#signIn?.receive(frame) === true;
  }

  /** Returns the event for the channels. */
  connectionChanged(event: SubscriptionEvent): SubscriptionEvent {
    return this.#signIn?.connectionChanged(event) ?? event;
  }

  whenSettled(signal: AbortSignal, take: (userId: string | undefined) => boolean): void {
    if (this.#loading === undefined) return void take(undefined);
    this.#loading.then(
      (signIn) => signal.aborted || signIn.whenSettled(signal, take),
      () => signal.aborted || take(undefined),
    );
  }

  end(): void {
    this.#isEnded = true;
    this.#signIn?.end();
  }

  #load(): Promise<SignIn> {
    this.#loading ??= loadUserRoom().then(
      ({ SignIn }) => {
        this.#signIn = new SignIn(this.#context, signInFailure);
        if (this.#isEnded) this.#signIn.end();
        return this.#signIn;
      },
      (error) => {
        this.#loading = undefined;
        throw error;
      },
    );
    return this.#loading;
  }
}
