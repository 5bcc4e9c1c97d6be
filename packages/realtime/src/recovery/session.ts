import type { Runtime } from '@org/core';
import { startTimer } from '@org/core/basics';
import type { RecoveryVerdict } from '../channels/realtime-events.ts';
import { isRecord, parseText } from '../internal/json.ts';
import { ChannelRecovery } from './channel-recovery.ts';
import { none, refusesResume, refusesRewind } from './failure.ts';
import { type HeldTotal, toChannelMessage } from './held-events.ts';
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
/** A verdict comes before the client's own limit of a subscription ends. */
const marginMs = 500;
const marginShare = 0.25;

/** One connection in version 2. */
export class RecoverySession {
  readonly #options: SessionOptions;
  readonly #memory: RecoveryMemory;
  readonly #channels = new Map<string, ChannelRecovery>();
  readonly #resumes: ResumeQueue;
  /** Channels whose frame asks for stored events, without that wish, in the order of these. */
  readonly #rewinding = new Map<ChannelRecovery, string>();
  readonly #held: HeldTotal = { length: 0 };

  constructor(options: SessionOptions, memory: RecoveryMemory) {
    const { runtime, send, timeoutMs } = options;
    this.#options = options;
    this.#memory = memory;
    const isAwaiting = () => [...this.#channels.values()].some(isAwaited);
    this.#resumes = new ResumeQueue({ runtime, timeoutMs, send, isAwaiting });
  }

  fromClient(text: string): void {
    const { channel, data, event } = Object(parseText(text));
    const name = isRecord(data) ? data['channel'] : undefined;
    if (event === 'pusher:subscribe' && typeof name === 'string')
      return void this.#subscribe(name, text, data);
    if (typeof event === 'string' && event.startsWith('client-')) this.#channels.get(channel)?.sent();
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
    else if (event === 'pusher:rewind_complete') rewound(channel, readFields(message));
    else if (event === 'pusher:subscription_error') this.#refuse(channel, message);
    else if (event === 'pusher_internal:subscription_succeeded') this.#confirm(channel, message);
    else this.#take(channel, message);
  }

  /** The connection ended: what waits is asked for again on the next one. */
  stop(): void {
    this.#resumes.stop();
    for (const channel of this.#channels.values()) channel.stop();
    this.#channels.clear();
  }

  #subscribe(name: string, text: string, data: Readonly<Record<string, unknown>>): void {
    const { runtime, send, subscribeTimeoutMs } = this.#options;
    this.#leave(name);
    const { rewind, ...rest } = data;
    const isKnown = this.#memory.position(name) !== undefined || this.#memory.isInterrupted(name);
    const wish = {
      rewind: isKnown ? undefined : rewind,
      dueAtMs:
        runtime.monotonic() + subscribeTimeoutMs - Math.min(marginMs, subscribeTimeoutMs * marginShare),
    };
    const channel = new ChannelRecovery(name, wish, this.#memory, this.#held, this.#options.deliver);
    this.#channels.set(name, channel);
    const plain = JSON.stringify({ event: 'sockudo:subscribe', data: rest });
    if (channel.wantsRewind) this.#rewinding.set(channel, plain);
    send(channel.wantsRewind ? toVersion2(text) : plain);
  }

  #leave(name: string): void {
    const channel = this.#channels.get(name);
    if (channel === undefined) return;
    this.#rewinding.delete(channel);
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
    this.#rewinding.delete(channel);
    if (isWaiting) this.#limit(channel);
    if (isWaiting && channel.wantsRewind) return;
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
    return heldCount >= this.#options.maxHeld || this.#held.length > maxHeldLength;
  }

  /** Returns whether the error answers a frame of this session. */
  #takeError(message: Message): boolean {
    const fields = readFields(message);
    const isOfResume = this.#resumes.isAsking && refusesResume(fields);
    if (isOfResume) this.#resumes.refused();
    const isTaken = isOfResume || (refusesRewind(fields) && this.#subscribePlainly());
    if (!isTaken) this.#doubtSent(message.channel);
    return isTaken;
  }

  /** An error need not name its channel, nor have the code of client events. */
  #doubtSent(name: string | undefined): void {
    for (const channel of this.#channels.values())
      if (name === undefined || name === channel.name) channel.doubtSent();
  }

  /** Errors come in the order of the frames: this one answers the oldest without a confirmation. */
  #subscribePlainly(): boolean {
    for (const [channel, plain] of this.#rewinding) {
      this.#rewinding.delete(channel);
      channel.rewind = undefined;
      this.#options.send(plain);
      return true;
    }
    return false;
  }

  /** Without a verdict, the channel goes on before the client gives up its wait. */
  #limit(channel: ChannelRecovery): void {
    const { runtime, timeoutMs } = this.#options;
    const { dueAtMs, wantsRewind } = channel;
    channel.clearLimit();
    const limitMs = Math.max(Math.min(wantsRewind ? timeoutMs : Infinity, dueAtMs - runtime.monotonic()), 1);
    if (limitMs === Infinity) return; // the queue has one
    const verdict = none(wantsRewind ? 'unavailable' : 'timeout');
    channel.clearLimit = startTimer(runtime, limitMs, () => release(channel, verdict));
  }
}

function release(channel: ChannelRecovery, verdict: RecoveryVerdict): void {
  if (channel.stage === 'waiting') channel.release(verdict);
}

function rewound(channel: ChannelRecovery, fields: Readonly<Record<string, unknown>>): void {
  if (channel.stage === 'waiting' && channel.wantsRewind) channel.rewound(fields);
}

/** Its confirmation may come soon, and then it is asked for together with others. */
function isAwaited({ from, stage }: ChannelRecovery): boolean {
  return stage === 'subscribing' && from !== undefined;
}
