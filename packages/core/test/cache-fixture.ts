import {
  type Credential,
  type CredentialContext,
  type CredentialSource,
  cachedCredential,
  createRuntime,
  Secret,
} from '../src/index.ts';

/** A source whose every look-up is answered by the test, and a clock that the test moves. */
export function setUpCache(options?: Parameters<typeof cachedCredential>[1]) {
  const clock = { ms: 0 };
  const runtime = createRuntime({
    monotonic: () => clock.ms,
    now: () => 1_800_000_000_000 + clock.ms,
    random: () => 0.5,
  });
  const loads: (CredentialContext & Deferred)[] = [];
  const source: CredentialSource = {
    description: 'the test',
    load(context) {
      const load = { ...context, ...defer() };
      loads.push(load);
      return load.promise;
    },
  };
  const cache = cachedCredential(source, options);
  const get = (more: Partial<CredentialContext> = {}) => cache.load({ runtime, refresh: false, ...more });
  /** The look-up with this number; it begins a few microtasks after it was asked for. */
  const nth = async (number: number) => {
    for (let turn = 0; turn < 20 && loads.length < number; turn += 1) await Promise.resolve();
    const load = loads[number - 1];
    if (load === undefined) throw new Error(`there were ${loads.length} look-ups, not ${number}`);
    return load;
  };
  const answer = async (number: number, value: string | undefined, expiresAt?: Date) =>
    (await nth(number)).resolve(value === undefined ? undefined : credential(value, expiresAt));
  const fail = async (number: number) => (await nth(number)).reject(new Error(`failure ${number}`));
  return { clock, loads, cache, get, nth, answer, fail, runtime };
}

/** The same with a first credential in the cache. */
export async function setUpHolding(value: string, ...options: Parameters<typeof setUpCache>) {
  const held = setUpCache(...options);
  const first = held.get();
  await held.answer(1, value);
  await first;
  return held;
}

interface Deferred {
  readonly promise: Promise<Credential | undefined>;
  resolve(credential: Credential | undefined): void;
  reject(error: Error): void;
}

function defer(): Deferred {
  let resolve: Deferred['resolve'] = () => {};
  let reject: Deferred['reject'] = () => {};
  const promise = new Promise<Credential | undefined>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}

/** As the test's source would have found it. */
export function credential(value: string, expiresAt?: Date): Credential {
  return { secret: new Secret(value), source: 'the test', expiresAt };
}

/** The value, once it is there. */
export async function secretIn(pending: Promise<Credential | undefined>): Promise<string | undefined> {
  return (await pending)?.secret.reveal();
}

/** Lets every reaction to what just happened run. */
export const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
