import type { OrgError } from '@org/core';
import { EventOverflowError, RefetchError } from '../../errors/channel-errors.ts';
import { type Failure, loadCode } from '../../internal/load-code.ts';
import type { ChannelEvent } from '../channel.ts';
import type { GapEvent, RecoveryVerdict } from '../realtime-events.ts';
import { gapSince } from '../subscription/missed-events.ts';
import type { RefetchParts } from './refetch-parts.ts';
import type { Refetcher } from './refetcher.ts';

/** The `refetch` and `idOf` of one subscriber. */
export type Refetch = Pick<LazyRefetch, 'take' | 'subscribed' | 'interrupt' | 'isDouble' | 'stop'>;

/** Gets the code of `refetch` and `idOf`, which may load. */
export type LoadRefetcher = (
  channelName: string,
) => Promise<Pick<typeof import('./refetcher.ts'), 'Refetcher'>>;

export const loadRefetcher: LoadRefetcher = (channelName) =>
  loadCode(`of refetch and idOf for ${channelName}`, () => import('./refetcher.ts'), refetchFailure);

/** Opens the refetcher. Events wait meanwhile; the next gap retries a failed load. */
export class LazyRefetch {
  readonly #parts: RefetchParts;
  readonly #code: LoadRefetcher;
  /** Undefined once the code is loaded, or did not load. */
  #waiting: (ChannelEvent | GapEvent)[] | undefined;
  #refetcher: Refetcher | undefined;
  #isStopped = false;
  #hasBegun = false;

  constructor(parts: RefetchParts, code: LoadRefetcher) {
    this.#parts = parts;
    this.#code = code;
    this.#load();
  }

  take(item: ChannelEvent | GapEvent): void {
    if (this.#isStopped) return;
    if (this.#refetcher !== undefined) this.#refetcher.take(item);
    else if (this.#waiting !== undefined) this.#hold(this.#waiting, item);
    else if ('type' in item) this.#load(item);
    else this.#parts.validate(item);
  }

  /** The channel is subscribed: for the first time, perhaps with stored events, with a gap, or as before. */
  subscribed(gap: GapEvent | undefined, rewound?: RecoveryVerdict): void {
    const { name, options, runtime } = this.#parts;
    if (options.initial && !this.#hasBegun) this.take(gapSince(name, 0, runtime, rewound));
    else if (gap !== undefined) this.take(gap);
    this.#hasBegun = true;
  }

  /** The subscription ended. `isFailed`: no other one follows by itself. */
  interrupt(isFailed: boolean): void {
    this.#refetcher?.interrupt(isFailed);
  }

  isDouble(event: ChannelEvent): boolean {
    return this.#refetcher?.isDouble(event) ?? false;
  }

  /** Drops the waiting events. */
  stop(): void {
    this.#isStopped = true;
    this.#waiting = undefined;
    this.#refetcher?.stop();
  }

  #load(...waiting: (ChannelEvent | GapEvent)[]): void {
    this.#waiting = waiting;
    this.#code(this.#parts.name).then(
      ({ Refetcher }) => {
        if (this.#waiting !== waiting) return; // stopped, or given up
        this.#waiting = undefined;
        this.#refetcher = new Refetcher(this.#parts);
        for (const item of waiting) this.#refetcher.take(item);
      },
      (error) => this.#waiting === waiting && this.#giveUp(error),
    );
  }

  #hold(waiting: (ChannelEvent | GapEvent)[], item: ChannelEvent | GapEvent): void {
    const { name, options } = this.#parts;
    waiting.push(item);
    if (waiting.length > options.maxBuffered) this.#giveUp(tooMany(name, options.maxBuffered));
  }

  #giveUp(error: OrgError): void {
    const waiting = this.#waiting ?? [];
    this.#waiting = undefined;
    this.#parts.report(error);
    for (const item of waiting) if (!('type' in item)) this.#parts.validate(item);
  }
}

const refetchFailure: Failure = (message, more) =>
  new RefetchError({ message: `${message} Events go on without it.`, provider: 'realtime', ...more });

function tooMany(channel: string, maxBuffered: number): EventOverflowError {
  return new EventOverflowError({
    message: `More than maxBuffered (${maxBuffered}) events on ${channel} wait for the code of refetch.`,
    provider: 'realtime',
  });
}
