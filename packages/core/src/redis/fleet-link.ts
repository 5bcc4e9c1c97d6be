import type { Runtime } from '../time/runtime.ts';
import { type ScriptRunner, StoreFailure } from './run-script.ts';
import { type FleetReply, type FleetRequest, readReply } from './wire.ts';

const firstRetryMs = 250;
const longestRetryMs = 1_000;
// Longer than anybody who waits takes to try again.
const settleMs = 1_200;

/** What a link adds to a request by itself. @internal */
export type LinkRequest = Omit<FleetRequest, 'process' | 'sequence' | 'epoch' | 'away' | 'settle'>;

/** @internal */
export interface FleetLinkOptions {
  readonly runner: ScriptRunner;
  readonly keys: readonly string[];
  /** As the script wants them. */
  readonly limitSets: string;
  readonly runtime: Runtime;
}

/** The conversation of this process with the store: who speaks, which memory it means, and when to try again. @internal */
export class FleetLink {
  /** Why the store is not used at present; `undefined` while it is. */
  trouble: string | undefined;
  /** While in trouble: when to try again. */
  retryAt = Number.NEGATIVE_INFINITY;
  /** How long an answer takes, smoothed. */
  roundTripMs = 1;
  readonly #options: FleetLinkOptions;
  readonly #process: string;
  #sequence = 0;
  #epoch = '';
  /** From then on a store that has heard of nobody since has forgotten what no longer counts. */
  #epochUntil = Number.POSITIVE_INFINITY;
  #failures = 0;
  #awaySince = 0;

  constructor(options: FleetLinkOptions) {
    this.#options = options;
    this.#process = options.runtime.randomUUID();
  }

  /**
   * Answers `undefined` when the store is in trouble, and says so in {@link trouble}. `compose` is asked a second time when a client has
   * sent the call twice, and, with true, when the store turns out to remember nothing.
   */
  async ask(compose: (isLost: boolean) => LinkRequest): Promise<FleetReply | undefined> {
    if (this.#options.runtime.monotonic() >= this.#epochUntil) this.#epoch = '';
    try {
      let reply = await this.#send(compose(this.#epoch === ''));
      if (reply.lost || reply.stale) reply = await this.#send(compose(reply.lost));
      if (reply.lost || reply.stale) throw new StoreFailure('UNSTABLE');
      this.trouble = undefined;
      this.#failures = 0;
      return reply;
    } catch (error) {
      const { runtime } = this.#options;
      if (this.trouble === undefined) this.#awaySince = runtime.monotonic();
      this.trouble = error instanceof StoreFailure ? error.reason : 'unreadable';
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
      away: this.trouble === undefined ? 0 : Math.ceil((sentAt - this.#awaySince) * 1_000),
      settle: settleMs * 1_000,
    };
    const reply = readReply(await runner.run(keys, [limitSets, JSON.stringify(full)]));
    this.roundTripMs += (runtime.monotonic() - sentAt - this.roundTripMs) / 4;
    // A memory that is lost stays lost until everything was told again.
    if (reply.lost) this.#epoch = '';
    else this.#epoch = reply.epoch;
    this.#epochUntil = sentAt + request.keep;
    return reply;
  }
}
