import { Timer } from '../internal/timer.ts';
import { type Chunk, readChunk } from './chunk-text.ts';
import type { CodecPort, CodedEvent } from './codec.ts';
import { undecoded } from './codec-error.ts';
import type { Joiner } from './subscriber-codec.ts';

export interface JoinerLimits {
  /** Characters of all events that are incomplete. */
  readonly maxLength: number;
  /** From the first chunk of an event to its last. */
  readonly timeoutMs: number;
}

interface Incomplete {
  readonly event: CodedEvent;
  readonly total: number;
  readonly texts: Map<number, string>;
  readonly endsAtMs: number;
  length: number;
}

// Later chunks of an abandoned event are ignored, so that it is reported once.
const maxEnded = 100;

/** Joins chunks of events. What is incomplete for too long, or too large, is reported. */
export class ChunkJoiner implements Joiner {
  readonly #codec: string;
  readonly #port: CodecPort;
  readonly #limits: JoinerLimits;
  readonly #incomplete = new Map<string, Incomplete>();
  readonly #ended = new Set<string>();
  readonly #timer: Timer;
  #length = 0;

  constructor(codec: string, port: CodecPort, limits: JoinerLimits) {
    this.#codec = codec;
    this.#port = port;
    this.#limits = limits;
    this.#timer = new Timer(port.runtime);
  }

  take(event: CodedEvent, text: string): string | undefined {
    const chunk = readChunk(text);
    if (chunk === undefined) return text;
    const key = `${chunk.id} ${event.name}`;
    if (this.#ended.has(key)) return undefined;
    const incomplete = this.#incomplete.get(key) ?? this.#begin(key, event, chunk);
    if (incomplete.total !== chunk.total) this.#giveUp(key, 'its chunks do not belong together');
    else if (!incomplete.texts.has(chunk.index)) this.#add(incomplete, chunk);
    return incomplete.texts.size === incomplete.total ? this.#complete(key, incomplete) : this.#bound();
  }

  interrupt(): number | undefined {
    const [oldest] = this.#incomplete.values();
    for (const key of [...this.#incomplete.keys()]) this.#giveUp(key, 'the subscription ended in between');
    return oldest?.event.receivedAt.getTime();
  }

  stop(): void {
    this.#incomplete.clear();
    this.#timer.stop();
  }

  #begin(key: string, event: CodedEvent, { total }: Chunk): Incomplete {
    const endsAtMs = this.#port.runtime.monotonic() + this.#limits.timeoutMs;
    const incomplete = { event, total, texts: new Map<number, string>(), endsAtMs, length: 0 };
    this.#incomplete.set(key, incomplete);
    if (this.#incomplete.size === 1) this.#timer.start(this.#limits.timeoutMs, () => this.#expire());
    return incomplete;
  }

  #add(incomplete: Incomplete, { index, text }: Chunk): void {
    incomplete.texts.set(index, text);
    // An empty chunk is stored too.
    incomplete.length += text.length + 1;
    this.#length += text.length + 1;
  }

  #complete(key: string, { texts, total }: Incomplete): string {
    this.#end(key);
    return Array.from({ length: total }, (_, index) => texts.get(index)).join('');
  }

  /** Gives up the oldest events until the rest is within the limit. */
  #bound(): undefined {
    for (const key of this.#incomplete.keys()) {
      if (this.#length <= this.#limits.maxLength) return;
      this.#giveUp(key, `more than maxLength (${this.#limits.maxLength}) characters wait for chunks`);
    }
  }

  #expire(): void {
    const nowMs = this.#port.runtime.monotonic();
    for (const [key, { endsAtMs }] of this.#incomplete)
      if (endsAtMs <= nowMs) this.#giveUp(key, `not within timeoutMs (${this.#limits.timeoutMs} ms)`);
    for (const { endsAtMs } of this.#incomplete.values()) {
      this.#timer.start(Math.max(1, endsAtMs - nowMs), () => this.#expire());
      return;
    }
  }

  #giveUp(key: string, why: string): void {
    const incomplete = this.#incomplete.get(key);
    if (incomplete === undefined) return;
    this.#end(key);
    const { event, texts, total } = incomplete;
    this.#port.report(undecoded(this.#codec, event, `${texts.size} of ${total} chunks arrived: ${why}`));
  }

  #end(key: string): void {
    this.#length -= this.#incomplete.get(key)?.length ?? 0;
    this.#incomplete.delete(key);
    if (this.#incomplete.size === 0) this.#timer.stop();
    this.#ended.add(key);
    for (const oldest of this.#ended) {
      if (this.#ended.size <= maxEnded) return;
      this.#ended.delete(oldest);
    }
  }
}
