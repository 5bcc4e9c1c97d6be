import type { Runtime } from '@org/core';
import { startTimer } from '@org/core/basics';
import { isRecord, parseText } from '../internal/json.ts';
import { ChannelRecovery } from './channel-recovery.ts';
import { none, refusesResume, refusesRewind } from './failure.ts';
import { toChannelMessage } from './held-events.ts';
import type { RecoveryMemory } from './memory.ts';
import { ResumeQueue } from './resume-queue.ts';
import { type Message, readFields, readMessage, toVersion2 } from './wire.ts';

export interface SessionOptions {
  readonly runtime: Runtime;
  /** Limit of the service's answer. */
  readonly timeoutMs: number;
  readonly subscribeTimeoutMs: number;
  /** Events of one channel that may wait. */
  readonly maxHeld: number;
  /** To the service. */
  send(text: string): void;
  /** To the client. */
  deliver(text: string): void;
}

// Bounds the memory of all channels together.
const maxHeldLength = 16 * 1024 * 1024;

/** One connection in version 2. */
export class RecoverySession {
  readonly #options: SessionOptions;
  readonly #memory: RecoveryMemory;
  readonly #channels = new Map<string, ChannelRecovery>();
  readonly #resumes: ResumeQueue;
  /** Channels that wait for stored events, with their subscribe frames, in the order of these. */
  readonly #rewinding = new Map<ChannelRecovery, { readonly plain: string; clear(): void }>();

  constructor(options: SessionOptions, memory: RecoveryMemory) {
    const { runtime, send, timeoutMs } = options;
    this.#options = options;
    this.#memory = memory;
    const isAwaiting = () => [...this.#channels.values()].some(isAwaited);
    this.#resumes = new ResumeQueue({ runtime, timeoutMs, send, isAwaiting });
  }

  /** A frame of the client. */
  fromClient(text: string): void {
    const { data, event } = Object(parseText(text));
    const name = isRecord(data) ? data['channel'] : undefined;
    if (event === 'pusher:subscribe' && typeof name === 'string')
      return void this.#subscribe(name, text, data);
    if (event === 'pusher:unsubscribe' && typeof name === 'string') this.#leave(name);
    this.#options.send(toVersion2(text));
  }

  /** A frame of the service, after the handshake. */
  fromService(text: string): void {
    const message = readMessage(text);
    if (message === undefined) return void this.#options.deliver(text); // which the client reports
    const { channel: name, event } = message;
    const channel = this.#channels.get(name ?? '');
    if (event === 'pusher:resume_success') this.#resumes.answered(readFields(message));
    else if (event === 'pusher:resume_failed')
      return; // resume_success repeats it
    else if (event === 'pusher:error' && this.#takeError(message)) return;
    else if (channel === undefined) this.#options.deliver(message.text);
    else if (event === 'pusher:rewind_complete') this.#rewound(channel, readFields(message));
    else if (event === 'pusher:subscription_error') this.#refuse(channel, message);
    else if (event === 'pusher_internal:subscription_succeeded') this.#confirm(channel, message);
    else this.#take(channel, message);
  }

  /** The connection ended: what waits is asked for again on the next one. */
  stop(): void {
    this.#resumes.stop();
    for (const { clear } of this.#rewinding.values()) clear();
    for (const channel of this.#channels.values()) channel.stop();
    this.#channels.clear();
  }

  #subscribe(name: string, text: string, data: Readonly<Record<string, unknown>>): void {
    const { runtime, send, subscribeTimeoutMs } = this.#options;
    this.#leave(name);
    const { rewind, ...rest } = data;
    const wantsRewind = rewind !== undefined && this.#memory.position(name) === undefined;
    const dueAtMs = runtime.monotonic() + subscribeTimeoutMs;
    const wish = { wantsRewind, dueAtMs };
    const channel = new ChannelRecovery(name, wish, this.#memory, this.#options.deliver);
    this.#channels.set(name, channel);
    const plain = JSON.stringify({ event: 'sockudo:subscribe', data: rest });
    if (wantsRewind) this.#rewinding.set(channel, { plain, clear: () => {} });
    send(wantsRewind ? toVersion2(text) : plain);
  }

  #leave(name: string): void {
    const channel = this.#channels.get(name);
    if (channel === undefined) return;
    this.#forgetRewind(channel);
    channel.stop();
    channel.stage = 'live';
    this.#channels.delete(name);
    this.#resumes.next();
  }

  #refuse(channel: ChannelRecovery, { text }: Message): void {
    if (channel.stage === 'subscribing') this.#leave(channel.name);
    this.#options.deliver(text);
  }

  #confirm(channel: ChannelRecovery, message: Message): void {
    const isWaiting = channel.confirm(toChannelMessage(message));
    if (isWaiting && channel.wantsRewind) return void this.#waitForRewind(channel);
    if (isWaiting) this.#resumes.add(channel);
    else this.#resumes.next();
  }

  #take(channel: ChannelRecovery, message: Message): void {
    if (channel.heldCount > 0 && this.#isFull(channel)) {
      channel.overflow();
      if (channel.stage === 'subscribing') return; // the newest is dropped
    }
    channel.take(toChannelMessage(message));
  }

  #isFull({ heldCount }: ChannelRecovery): boolean {
    if (heldCount >= this.#options.maxHeld) return true;
    let length = 0;
    for (const channel of this.#channels.values()) length += channel.heldLength;
    return length > maxHeldLength;
  }

  /** Returns whether the error answers a frame of this session. */
  #takeError(message: Message): boolean {
    const fields = readFields(message);
    const isOfResume = this.#resumes.isAsking && refusesResume(fields);
    if (isOfResume) this.#resumes.refused();
    return isOfResume || (refusesRewind(fields) && this.#subscribePlainly());
  }

  /** Errors come in the order of the frames: this one answers the oldest without a confirmation. */
  #subscribePlainly(): boolean {
    for (const [channel, { plain }] of this.#rewinding) {
      if (channel.stage !== 'subscribing') continue;
      this.#forgetRewind(channel);
      channel.wantsRewind = false;
      this.#options.send(plain);
      return true;
    }
    return false;
  }

  #waitForRewind(channel: ChannelRecovery): void {
    const { runtime, timeoutMs } = this.#options;
    const { plain = '' } = this.#rewinding.get(channel) ?? {};
    this.#forgetRewind(channel);
    const clear = startTimer(runtime, timeoutMs, () => this.#endRewind(channel, false));
    this.#rewinding.set(channel, { plain, clear });
  }

  #rewound(
    channel: ChannelRecovery,
    { truncated_by_retention: isCut }: Readonly<Record<string, unknown>>,
  ): void {
    this.#endRewind(channel, isCut !== true);
  }

  #endRewind(channel: ChannelRecovery, isWhole: boolean): void {
    this.#forgetRewind(channel);
    if (channel.stage !== 'waiting') return;
    channel.release(isWhole ? { recovered: 'all' } : none('unavailable'));
  }

  #forgetRewind(channel: ChannelRecovery): void {
    this.#rewinding.get(channel)?.clear();
    this.#rewinding.delete(channel);
  }
}

/** Its confirmation may come soon, and then it is asked for together with others. */
function isAwaited({ from, stage }: ChannelRecovery): boolean {
  return stage === 'subscribing' && from !== undefined;
}
