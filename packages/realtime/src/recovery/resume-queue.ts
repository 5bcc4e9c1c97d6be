import type { Runtime } from '@org/core';
import { Timer } from '../internal/timer.ts';
import type { ChannelRecovery } from './channel-recovery.ts';
import { entryOf, none, readFailure } from './failure.ts';
import { readPosition } from './position.ts';
import { resumeFrame } from './wire.ts';

export interface ResumeOptions {
  readonly runtime: Runtime;
  /** Limit of one answer. */
  readonly timeoutMs: number;
  send(text: string): void;
  /** Whether a channel with a position still waits for its confirmation. */
  isAwaiting(): boolean;
}

/** How long confirmed channels wait for others, to be asked for together. */
const collectMs = 100;
const maxChannels = 100;

/** Asks for the events of confirmed channels, one request at a time. */
export class ResumeQueue {
  readonly #options: ResumeOptions;
  readonly #collecting: Timer;
  readonly #answering: Timer;
  readonly #ready = new Set<ChannelRecovery>();
  #isCollecting = false;
  /** The channels of the request that has no answer yet. */
  #asked: readonly ChannelRecovery[] = [];
  /** The service does not answer on this connection, or refuses. */
  #isOff = false;

  constructor(options: ResumeOptions) {
    this.#options = options;
    this.#collecting = new Timer(options.runtime);
    this.#answering = new Timer(options.runtime);
  }

  get isAsking(): boolean {
    return this.#asked.length > 0;
  }

  /** A channel is confirmed, and its events wait. */
  add(channel: ChannelRecovery): void {
    if (this.#isOff) return void channel.release(none('unavailable'));
    this.#ready.add(channel);
    this.next();
  }

  /** Asks now if no further channel is awaited, or soon. */
  next(): void {
    if (this.isAsking || this.#ready.size === 0) return;
    if (!this.#options.isAwaiting()) return void this.#ask();
    if (this.#isCollecting) return;
    this.#isCollecting = true;
    this.#collecting.start(collectMs, () => this.#ask());
  }

  /** `resume_success`: the end of an answer, also where all failed. */
  answered(answer: Readonly<Record<string, unknown>>): void {
    this.#settle((channel) => {
      const recovered = entryOf(answer['recovered'], channel.name);
      const failed = entryOf(answer['failed'], channel.name);
      if (failed !== undefined || recovered === undefined)
        return void channel.release(readFailure(failed ?? {}));
      const { position, replayed } = recovered;
      channel.succeed(replayed, readPosition(Object(position)));
    });
  }

  /** The service refuses the request as a whole. */
  refused(): void {
    this.#end('unavailable');
  }

  stop(): void {
    this.#isOff = true;
    this.#collecting.stop();
    this.#answering.stop();
    this.#ready.clear();
    this.#asked = [];
  }

  #ask(): void {
    this.#collecting.stop();
    this.#isCollecting = false;
    const channels = [...this.#ready].filter(({ stage }) => stage === 'waiting').slice(0, maxChannels);
    if (channels.length === 0) return void this.#ready.clear();
    for (const channel of channels) this.#ready.delete(channel);
    this.#asked = channels;
    const { send, timeoutMs } = this.#options;
    this.#answering.start(timeoutMs, () => this.#end('timeout'));
    const positions = channels.flatMap(({ from, name }) =>
      from === undefined ? [] : [[name, from] as const],
    );
    send(resumeFrame(new Map(positions)));
  }

  #end(reason: 'timeout' | 'unavailable'): void {
    this.#isOff = true;
    this.#collecting.stop();
    this.#settle((channel) => channel.release(none(reason)));
    const rest = [...this.#ready];
    this.#ready.clear();
    for (const channel of rest) if (channel.stage === 'waiting') channel.release(none(reason));
  }

  #settle(release: (channel: ChannelRecovery) => void): void {
    this.#answering.stop();
    const channels = this.#asked;
    this.#asked = [];
    // One that was confirmed again meanwhile is asked for again.
    for (const channel of channels)
      if (channel.stage === 'waiting' && !this.#ready.has(channel)) release(channel);
    this.next();
  }
}
