import { EventOverflowError, ListenerError, RefetchError } from '../../errors/channel-errors.ts';
import { Queue } from '../../internal/queue.ts';
import { Timer } from '../../internal/timer.ts';
import { tookTooLong } from '../../internal/wrong-input.ts';
import type { ChannelEvent } from '../channel.ts';
import type { GapEvent } from '../realtime-events.ts';
import type { RefetchedEvent, SubscriberOptions } from '../subscribe-options.ts';
import { createRecentIds } from './recent-ids.ts';
import type { RefetchParts } from './refetch-parts.ts';
import { refetchedEvents } from './refetched-events.ts';

/** Live events that wait for the events of a gap. */
interface Held {
  readonly events: Queue<ChannelEvent>;
  dropped: number;
  stage: 'refetching' | 'releasing' | 'released';
}

/** Closes the gaps of one subscriber. */
export class Refetcher {
  readonly #parts: RefetchParts;
  readonly #recentIds = createRecentIds();
  /** Undefined while live events pass. */
  #held: Held | undefined;
  /** The start of the oldest gap without an answer of `refetch`. */
  #from: Date | undefined;
  #call: AbortController | undefined;
  /** Until the asynchronous schemas of the released events have settled. */
  #releasing: Promise<void> | undefined;
  #isStopped = false;

  constructor(parts: RefetchParts) {
    this.#parts = parts;
  }

  take(item: ChannelEvent | GapEvent): void {
    if ('type' in item) this.#begin(item);
    else if (this.#held === undefined) this.#parts.validate(item);
    else this.#hold(this.#held, item);
  }

  /** The subscription ended. The next gap starts a new `refetch`, which includes this one. */
  interrupt(isFailed: boolean): void {
    this.#call?.abort(new Error('The subscription ended.'));
    this.#call = undefined;
    if (isFailed && this.#held?.stage === 'refetching') this.#release(this.#held, []);
  }

  stop(): void {
    this.#isStopped = true;
    this.interrupt(false);
  }

  /** Whether a recent event has the same id. Remembers the id. */
  isDouble(event: ChannelEvent): boolean {
    const { name, options, report } = this.#parts;
    try {
      return !this.#recentIds.add(options.idOf?.(event), this.#held === undefined);
    } catch (cause) {
      report(new ListenerError({ message: `idOf threw for ${name}.`, provider: 'realtime', cause }));
      return false;
    }
  }

  #begin(gap: GapEvent): void {
    const { refetch } = this.#parts.options;
    if (refetch === undefined || this.#isStopped) return;
    if (gap.recovered === 'all' && this.#from === undefined) return; // no earlier gap is open
    this.interrupt(false);
    const { channel, to } = gap;
    const from = this.#from ?? gap.from;
    this.#from = from;
    if (this.#held?.stage !== 'refetching')
      this.#held = { events: new Queue(), dropped: 0, stage: 'refetching' };
    const call = new AbortController();
    this.#call = call;
    const { signal } = call;
    const initial = from.getTime() === 0; // see LazyRefetch
    void this.#run(this.#held, call, async () => refetch({ channel, from, to, initial, signal }));
  }

  async #run(
    held: Held,
    call: AbortController,
    work: () => Promise<Iterable<RefetchedEvent>>,
  ): Promise<void> {
    const { name, report, runtime } = this.#parts;
    let events: readonly ChannelEvent[] = [];
    try {
      events = refetchedEvents(await this.#limited(work, call), name, runtime.now());
    } catch (cause) {
      if (call === this.#call) report(refetchError(name, cause));
    }
    if (call !== this.#call) return;
    this.#call = undefined;
    this.#from = undefined;
    this.#release(held, events);
  }

  async #limited<Value>(work: () => Promise<Value>, call: AbortController): Promise<Value> {
    const { name, options, runtime } = this.#parts;
    const { refetchTimeoutMs } = options;
    const timer = new Timer(runtime);
    const message = `refetch timed out for ${name} after refetchTimeoutMs (${refetchTimeoutMs} ms).`;
    timer.start(refetchTimeoutMs, () => call.abort(tookTooLong('refetch', message)));
    const aborted = new Promise<never>((_, reject) => {
      call.signal.addEventListener('abort', () => reject(call.signal.reason), { once: true });
    });
    try {
      return await Promise.race([work(), aborted]);
    } finally {
      timer.stop();
    }
  }

  #hold(held: Held, event: ChannelEvent): void {
    const { maxBuffered, overflow } = this.#parts.options;
    const isFull = held.events.size >= maxBuffered;
    if (isFull) held.dropped += 1;
    if (isFull && overflow === 'drop-newest') return;
    if (isFull) held.events.shift();
    held.events.push(event);
  }

  #release(held: Held, refetched: readonly ChannelEvent[]): void {
    held.stage = 'releasing';
    const releasing = this.#deliver(held, refetched, this.#releasing);
    if (this.#isReleased(held)) return;
    this.#releasing = releasing;
    void releasing.then(() => {
      if (this.#releasing === releasing) this.#releasing = undefined;
    });
  }

  // A method, because the delivery changes the stage, which the compiler does not see.
  #isReleased({ stage }: Held): boolean {
    return stage === 'released';
  }

  /** Delivers at once while all schemas are synchronous. */
  async #deliver(held: Held, refetched: readonly ChannelEvent[], before?: Promise<void>): Promise<void> {
    const { name, options, report, validate } = this.#parts;
    if (before !== undefined) await before;
    const first = new Queue<ChannelEvent>();
    for (const event of refetched) first.push(event);
    for (const queue of [first, held.events]) {
      for (let event = queue.shift(); event !== undefined; event = queue.shift()) {
        const pending = this.#isStopped ? undefined : validate(event);
        if (pending !== undefined) await pending;
      }
    }
    held.stage = 'released';
    if (this.#held === held) this.#held = undefined;
    if (held.dropped > 0 && !this.#isStopped) report(overflowError(name, held.dropped, options));
  }
}

function refetchError(channel: string, cause: unknown): RefetchError {
  const text = cause instanceof Error ? cause.message.slice(0, 300).replace(/\.$/, '') : '';
  const reason = text === '' ? '' : `: ${text}`;
  return new RefetchError({
    message: `refetch failed for ${channel}${reason}. The events of the gap are missing.`,
    provider: 'realtime',
    cause,
  });
}

function overflowError(
  channel: string,
  dropped: number,
  { maxBuffered, overflow }: SubscriberOptions,
): EventOverflowError {
  const which = overflow === 'drop-newest' ? 'last' : 'first';
  return new EventOverflowError({
    message:
      `More than maxBuffered (${maxBuffered}) events on ${channel} waited for refetch. ` +
      `The ${which} ${dropped} were dropped.`,
    provider: 'realtime',
  });
}
