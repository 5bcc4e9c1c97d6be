import { concernsNoSubscription, findRefusedChannel, findUnsubscribed } from '../protocol/refused-channel.ts';
import { readServiceMessage } from '../protocol/service-message.ts';
import { type Envelope, readData, readEnvelope, readFields, writeFrame } from './envelope.ts';
import type { Port } from './port.ts';
import { SharedChannel } from './shared-channel.ts';
import { anotherUser, SharedUser } from './shared-user.ts';

const pong = '{"event":"pusher:pong","data":{}}';
/** A sign of life, which no client reads as the answer to its ping. */
const alive = '{"event":"pusher:alive","data":{}}';

/**
 * Lets several clients use one connection. Each sees the frames that a connection of its own would bring: the
 * handshake, responses to its own subscriptions, and the events of its own channels.
 */
export class Multiplexer {
  readonly #send: (text: string) => void;
  readonly #ports = new Set<Port>();
  readonly #channels = new Map<string, SharedChannel>();
  readonly #user: SharedUser;
  /** The port of each ping without a pong, in order. */
  readonly #pinging: Port[] = [];
  /** Ports without a sign of life since their ping. */
  readonly #unproven = new Set<Port>();
  /** The port whose unsubscribe frame came before the service's response, by channel. */
  readonly #leftEarly = new Map<string, Port>();
  /** The handshake. */
  #greeting: string | undefined;

  constructor(send: (text: string) => void) {
    this.#send = send;
    this.#user = new SharedUser(send);
  }

  attach(port: Port): void {
    this.#ports.add(port);
    if (this.#greeting !== undefined) port.deliver(this.#greeting);
  }

  detach(port: Port): void {
    this.#ports.delete(port);
    this.#unproven.delete(port);
    this.#user.remove(port);
    for (const channel of [...this.#channels.values()]) this.#leave(port, channel);
  }

  fromPort(port: Port, text: string): void {
    const frame = readEnvelope(text);
    if (frame === undefined || !this.#ports.has(port)) return;
    const { event, channel, data } = frame;
    if (event === 'pusher:subscribe') this.#subscribe(port, readFields(data), text);
    else if (event === 'pusher:unsubscribe') this.#unsubscribe(port, readFields(data));
    else if (event === 'pusher:ping') this.#ping(port, text);
    else if (event === 'pusher:signin') this.#user.signIn(port, readFields(data), text);
    else if (event === 'pusher:pong')
      return; // the service's ping is answered below
    else if (channel !== undefined) this.#clientEvent(port, channel, frame, text);
  }

  fromService(text: string): void {
    const frame = readEnvelope(text);
    if (frame?.event === 'pusher:pong') this.#pong();
    for (const port of this.#unproven) port.deliver(alive);
    this.#unproven.clear();
    if (frame === undefined) this.#deliver(text);
    else this.#receive(frame, text);
  }

  #receive(frame: Envelope, text: string): void {
    const { event, channel } = frame;
    if (event === 'pusher:ping') this.#send(pong);
    else if (event === 'pusher:error' || event === 'pusher:subscription_error')
      this.#receiveError(frame, text);
    else if (event === 'pusher:pong' || this.#user.receive(frame, text)) return;
    else if (channel !== undefined) this.#channels.get(channel)?.receive(frame, text);
    else {
      if (event === 'pusher:connection_established') this.#greeting ??= text;
      this.#deliver(text);
    }
  }

  #subscribe(port: Port, fields: Readonly<Record<string, unknown>>, text: string): void {
    const name = String(fields['channel']);
    const channel = this.#channels.get(name);
    if (channel === undefined) {
      const created = new SharedChannel(name, fields);
      this.#channels.set(name, created);
      created.add(port);
      this.#send(text);
    } else if (channel.isOfAnotherUser(fields))
      port.deliver(writeFrame('pusher:subscription_error', { code: 4009, message: anotherUser }, name));
    else channel.add(port);
  }

  #unsubscribe(port: Port, fields: Readonly<Record<string, unknown>>): void {
    const channel = this.#channels.get(String(fields['channel']));
    if (channel !== undefined) this.#leave(port, channel);
  }

  #leave(port: Port, channel: SharedChannel): void {
    const wasUsed = channel.isUsed;
    channel.remove(port);
    if (!wasUsed || channel.isUsed) return;
    this.#channels.delete(channel.name);
    if (channel.isPending) this.#leftEarly.set(channel.name, port);
    this.#send(JSON.stringify({ event: 'pusher:unsubscribe', data: { channel: channel.name } }));
  }

  /** Each has its own pong: frames before that one may have waited, for instance in a frozen tab. */
  #ping(port: Port, text: string): void {
    this.#pinging.push(port);
    this.#unproven.add(port);
    this.#send(text);
  }

  #pong(): void {
    const port = this.#pinging.shift();
    if (port === undefined || !this.#ports.has(port)) return;
    this.#unproven.delete(port);
    port.deliver(pong);
  }

  /** The service sends it to other connections, and the other tabs belong to this one. */
  #clientEvent(port: Port, name: string, { event, data }: Envelope, text: string): void {
    const channel = this.#channels.get(name);
    if (channel?.hasJoined(port) !== true) return;
    this.#send(text);
    channel.deliverClientEvent(event, data, port);
  }

  #receiveError(frame: Envelope, text: string): void {
    const message = readServiceMessage(readData(frame.data));
    if (frame.channel === undefined && this.#user.refuse(message, text)) return;
    const left = findUnsubscribed(message, this.#leftEarly.keys());
    if (left !== undefined) {
      this.#deliverEcho(left, text);
      return;
    }
    const pending = [...this.#channels.values()].filter(({ isPending }) => isPending);
    const isOther = frame.event === 'pusher:error' && concernsNoSubscription(message);
    const name = isOther ? undefined : (frame.channel ?? findRefusedChannel(message, pending));
    const refused = pending.find((channel) => channel.name === name);
    if (refused !== undefined) {
      this.#channels.delete(refused.name);
      refused.refuse(text);
      return;
    }
    // Which subscription is meant is unknown here, but a tab with a single one would take it for its own.
    const isAmbiguous = message.code === 4009 && pending.length > 0;
    this.#deliver(isAmbiguous ? writeFrame('pusher:error', { message: message.message }) : text);
  }

  /** The service had no subscription to end. */
  #deliverEcho(channel: string, text: string): void {
    const port = this.#leftEarly.get(channel);
    this.#leftEarly.delete(channel);
    if (port !== undefined && this.#ports.has(port)) port.deliver(text);
  }

  #deliver(text: string): void {
    for (const port of [...this.#ports]) port.deliver(text);
  }
}
