import type { Runtime } from '../time/runtime.ts';
import { type ScriptRunner, StoreFailure } from './run-script.ts';
import { type FleetReply, type FleetRequest, readReply } from './wire.ts';

const firstRetryMs = 250;
const longestRetryMs = 1_000;
// Longer than any waiting process takes to retry.
const settleMs = 1_200;

/** A request without the fields that the link adds. */
export type LinkRequest = Omit<FleetRequest, 'process' | 'sequence' | 'epoch' | 'away' | 'settle'>;

export interface FleetLinkOptions {
  readonly runner: ScriptRunner;
  readonly keys: readonly string[];
  /** The limit sets in the script's JSON. */
  readonly limitSets: string;
  readonly runtime: Runtime;
}

/** This process's requests to the store: process id, sequence, epoch of the store's state, and retries. */
export class FleetLink {
  /** Why the store is unavailable; `undefined` while it is available. */
  failureReason: string | undefined;
  /** The next attempt while the store is unavailable. */
  retryAt = -Infinity;
  /** Smoothed latency of a reply. */
  roundTripMs = 1;
  readonly #options: FleetLinkOptions;
  readonly #process: string;
  #sequence = 0;
  #epoch = '';
  /** From this instant the store's state may have expired; expired state no longer counts. */
  #epochUntil = Infinity;
  #failures = 0;
  #unavailableSince = 0;

  constructor(options: FleetLinkOptions) {
    this.#options = options;
    this.#process = options.runtime.randomUUID();
  }

  /**
   * Sends one request. Returns `undefined` while the store is unavailable, with the reason in {@link
   * failureReason}. Calls `compose` again after a stale reply (the client sent a request twice), and with
   * `true` when the store has lost its state.
   */
  async request(compose: (isLost: boolean) => LinkRequest): Promise<FleetReply | undefined> {
    if (this.#options.runtime.monotonic() >= this.#epochUntil) this.#epoch = '';
    try {
      let reply = await this.#send(compose(this.#epoch === ''));
      if (reply.lost || reply.stale) reply = await this.#send(compose(reply.lost));
      if (reply.lost || reply.stale) throw new StoreFailure('UNSTABLE');
      this.failureReason = undefined;
      this.#failures = 0;
      return reply;
    } catch (error) {
      const { runtime } = this.#options;
      if (this.failureReason === undefined) this.#unavailableSince = runtime.monotonic();
      this.failureReason = error instanceof StoreFailure ? error.reason : 'unreadable';
      const ceilingMs = Math.min(longestRetryMs, firstRetryMs * 2 ** Math.min(8, this.#failures));
      this.#failures += 1;
      this.retryAt = runtime.monotonic() + ceilingMs * (0.5 + runtime.random() / 2);
      return undefined;
    }
  }

  async #send(request: LinkRequest): Promise<FleetReply> {
    const { limitSets, keys, runner, runtime } = this.#options;
    this.#sequence += 1;
    const sentAt = runtime.monotonic();
    const full: FleetRequest = {
      ...request,
      process: this.#process,
      sequence: this.#sequence,
      epoch: this.#epoch,
      away: this.failureReason === undefined ? 0 : Math.ceil((sentAt - this.#unavailableSince) * 1_000),
      settle: settleMs * 1_000,
    };
    const reply = readReply(await runner.run(keys, [limitSets, JSON.stringify(full)]));
    this.roundTripMs += (runtime.monotonic() - sentAt - this.roundTripMs) / 4;
    // Lost state stays lost until this process has reported everything again.
    if (reply.lost) this.#epoch = '';
    else this.#epoch = reply.epoch;
    this.#epochUntil = sentAt + request.keep;
    return reply;
  }
}
