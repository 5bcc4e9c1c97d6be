import type { SignInGate } from '../auth/sign-in-gate.ts';
import { loadCode } from '../internal/load-code.ts';
import type { WaitOptions } from '../wait.ts';
import type { SignIn } from './sign-in.ts';
import { type SignInContext, signInFailure } from './sign-in-context.ts';
import type { SignedInUser } from './user.ts';

export function loadUserRoom(): Promise<typeof import('./user-room.ts')> {
  return loadCode('for the sign-in', () => import('./user-room.ts'), signInFailure);
}

type SignInCode = Pick<typeof import('./user-room.ts'), 'SignIn'>;

/** The user of a client, perhaps before the code loaded. */
export type UserGate = Pick<LazyUser, 'active' | 'user' | 'signIn' | 'whenSettled' | 'end'>;

/** Opens the sign-in with its first use. */
export class LazyUser implements SignInGate {
  readonly #context: SignInContext;
  readonly #load: () => Promise<SignInCode>;
  /** After its code loaded. */
  active: SignIn | undefined;
  #loading: Promise<SignIn> | undefined;
  #isEnded = false;

  constructor(context: SignInContext, load: () => Promise<SignInCode>) {
    this.#context = context;
    this.#load = load;
  }

  get user(): SignedInUser | undefined {
    return this.active?.user;
  }

  /** A rejection that nobody handles is ignored: the client's events report the failure too. */
  signIn(options: WaitOptions | undefined): Promise<SignedInUser> {
    const user = this.#start().then((signIn) => signIn.wait(options));
    user.catch(() => {});
    return user;
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
    this.active?.end();
  }

  #start(): Promise<SignIn> {
    this.#loading ??= this.#load().then(
      ({ SignIn }) => {
        this.active = new SignIn(this.#context, signInFailure);
        if (this.#isEnded) this.active.end();
        return this.active;
      },
      (error) => {
        this.#loading = undefined;
        throw error;
      },
    );
    return this.#loading;
  }
}
