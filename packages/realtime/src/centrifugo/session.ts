import type { Runtime } from '@org/core';
import type { SocketEnd } from '../connection/socket.ts';
import { isRecord, parseText } from '../internal/json.ts';
import { type ChannelPort, ChannelSession } from './channel-session.ts';
import type { ClientState } from './client-state.ts';
import { readError, reconnectSoon, type ServiceError, statusOf, toClientEnd } from './codes.ts';
import type { CentrifugoEventForm } from './event-form.ts';
import { Interruptions } from './interruptions.ts';
import { TokenRefresh } from './token-refresh.ts';
import { type Fields, type Message, readFields, readText, writeCommand, writeFrame } from './wire.ts';

export interface SessionPort {
  readonly runtime: Runtime;
  readonly state: ClientState;
  readonly form: CentrifugoEventForm;
  send(text: string): void;
  deliver(text: string): void;
  unreadable(reason: string): void;
  /** Closes the connection. */
  end(end: SocketEnd): void;
  /** Calls the application for the token of a channel. */
  subscriptionToken(channel: string): Promise<string>;
}

/** Called with the fields of a reply, and with its error. */
type Answer = (reply: Fields, error: ServiceError | undefined, exact: Fields) => void;

const maxPending = 20_000;
const pong = writeFrame('pusher:pong', {});
/**
 * Centrifugo closes a connection that sends the protocol's own `ping`. It always answers an unsubscription,
 * and the client refuses this name, so there is none.
 */
const noChannel = 'org realtime ping';

/** Centrifugo's name of a channel: the client's without the prefix that says what the client asks for. */
export function toServiceName(name: string): string {
  return name.replace(/^(?:private|presence)-/, '');
}

/** A connection after its first reply: the client's frames become commands, and replies become frames. */
export class CentrifugoSession {
  readonly #port: SessionPort;
  /** By the service's name. */
  readonly #channels = new Map<string, ChannelSession>();
  readonly #refreshes = new Map<string, TokenRefresh>();
  readonly #pending = new Map<number, Answer>();
  /** The client's names of channels whose recovery has no reply. */
  readonly #recovering = new Set<string>();
  readonly #interruptions: Interruptions;
  #lastId = 0;

  constructor(port: SessionPort) {
    this.#port = port;
    const { end, runtime, state } = port;
    const ask = (answered: () => void) => this.#ask(answered);
    this.#interruptions = new Interruptions({ runtime, state, end, ask });
  }

  fromClient(text: string): void {
    const frame = parseText(text);
    if (!isRecord(frame)) return;
    const { event, channel, data } = frame;
    const name = readText(readFields(frame, 'data'), 'channel');
    if (event === 'pusher:subscribe') this.#subscribe(name);
    else if (event === 'pusher:unsubscribe') this.#unsubscribe(name);
    else if (event === 'pusher:ping') this.#ask(() => this.#port.deliver(pong));
    else if (typeof event === 'string' && event.startsWith('client-') && typeof channel === 'string')
      this.#publish(channel, event, data);
  }

  /** A reply or a push; pings are the socket's. */
  fromService({ fields, exact }: Message): void {
    const { id } = fields;
    if (typeof id === 'number') this.#answer(id, fields, exact);
    else if (isRecord(fields['push'])) this.#push(readFields(fields, 'push'), readFields(exact, 'push'));
    else this.#port.unreadable('it is neither a reply nor a push');
  }

  /** Sends a command. `answer` is called with its reply, unless the connection ends before. */
  command(name: string, fields: Fields, answer: Answer, offset?: string): void {
    this.#lastId += 1;
    this.#pending.set(this.#lastId, answer);
    if (this.#pending.size <= maxPending) this.#port.send(writeCommand(this.#lastId, name, fields, offset));
    else this.#port.end({ code: reconnectSoon, reason: 'the service does not reply' });
  }

  /** A message was larger than `maxMessageBytes`. Another recovery of the same events would be, too. */
  tooLarge(): void {
    for (const name of this.#recovering) this.#port.state.giveUp(name);
  }

  stop(): void {
    this.#interruptions.stop();
    for (const refresh of this.#refreshes.values()) refresh.stop();
    for (const channel of this.#channels.values()) channel.stop();
    this.#pending.clear();
  }

  #ask(answered: () => void): void {
    this.command('unsubscribe', { channel: noChannel }, answered);
  }

  #answer(id: number, fields: Fields, exact: Fields): void {
    const answer = this.#pending.get(id);
    this.#pending.delete(id);
    const { id: _id, ...rest } = fields;
    const [name = ''] = Object.keys(rest);
    const error = 'error' in fields ? readError(readFields(fields, 'error')) : undefined;
    answer?.(readFields(fields, name), error, readFields(exact, name));
  }

  #subscribe(name: string): void {
    const { state } = this.#port;
    const channel = toServiceName(name);
    const other = this.#channels.get(channel);
    const endedBecause = state.takeEnded(name);
    const token = state.takeToken(name);
    const isTaken = other !== undefined && other.name !== name;
    if (endedBecause !== undefined) this.#refuse(name, 403, endedBecause);
    else if (isTaken) this.#refuse(name, 409, `it is subscribed as ${other.name} already`);
    else this.#begin(name, channel, token);
  }

  #begin(name: string, channel: string, token: string | undefined): void {
    const session = new ChannelSession(name, this.#channelPort());
    this.#channels.set(channel, session);
    const { from, isPresence: join_leave } = session;
    const asked = { channel, token, recoverable: true, join_leave: join_leave || undefined };
    const recovery = from && { recover: true, epoch: from.stream };
    if (from !== undefined) this.#recovering.add(name);
    this.command(
      'subscribe',
      { ...asked, ...recovery },
      (reply, error, exact) => {
        this.#recovering.delete(name);
        if (error !== undefined) this.#refused(session, channel, error);
        else if (this.#channels.get(channel) === session) this.#subscribed(session, channel, reply, exact);
      },
      from?.serial,
    );
  }

  #subscribed(session: ChannelSession, channel: string, reply: Fields, exact: Fields): void {
    session.subscribed(reply, exact);
    this.#keepToken(channel, session.name, reply);
    if (!session.isPresence) session.confirm({});
    else
      this.command('presence', { channel }, (presence, error) => {
        if (this.#channels.get(channel) !== session) return;
        if (error === undefined) session.confirm(presence);
        else this.#withoutMembers(session, error);
      });
  }

  #withoutMembers({ name }: ChannelSession, error: ServiceError): void {
    this.#unsubscribe(name);
    this.#refuse(name, statusOf(error), `the members are not available: ${error.message}`);
  }

  #refused(session: ChannelSession, channel: string, error: ServiceError): void {
    if (this.#channels.get(channel) === session) this.#channels.delete(channel);
    this.#refuse(session.name, statusOf(error), error.message);
  }

  #refuse(name: string, code: number, message: string): void {
    this.#port.deliver(writeFrame('pusher:subscription_error', { code, message }, name));
  }

  /** A channel's token is renewed as the connection's is. */
  #keepToken(channel: string, name: string, reply: Fields): void {
    if (reply['expires'] !== true) return;
    const refresh = new TokenRefresh(this.#port.runtime, {
      get: () => this.#port.subscriptionToken(name),
      send: (token, done) =>
        this.command('sub_refresh', { channel, token }, (answer, error) =>
          done(error === undefined ? answer : undefined),
        ),
    });
    this.#refreshes.set(channel, refresh);
    refresh.schedule(reply);
  }

  #unsubscribe(name: string): void {
    const channel = toServiceName(name);
    const session = this.#channels.get(channel);
    this.#interruptions.remove(name);
    if (session?.name !== name) return;
    this.#forget(channel, session);
    this.command('unsubscribe', { channel }, () => {});
  }

  #forget(channel: string, session: ChannelSession): void {
    session.stop();
    this.#channels.delete(channel);
    this.#refreshes.get(channel)?.stop();
    this.#refreshes.delete(channel);
  }

  #publish(name: string, event: string, data: unknown): void {
    const channel = toServiceName(name);
    let publication: unknown;
    try {
      publication = this.#port.form.write({ event, data });
    } catch (error) {
      this.#reportEvent(name, event, `events.write failed: ${String(error)}`);
      return;
    }
    this.command('publish', { channel, data: publication }, (_reply, error) => {
      if (error !== undefined) this.#reportEvent(name, event, error.message);
    });
  }

  /** Code 4301 is that of a refused client event, which concerns no subscription. */
  #reportEvent(name: string, event: string, why: string): void {
    const message = `${event} was not published: ${why}`;
    this.#port.deliver(writeFrame('pusher:error', { code: 4301, message }, name));
  }

  #push(push: Fields, exact: Fields): void {
    const channel = readText(push, 'channel');
    const session = this.#channels.get(channel);
    if ('disconnect' in push) this.#port.end(toClientEnd(readEnd(readFields(push, 'disconnect'))));
    else if ('unsubscribe' in push && session !== undefined) {
      this.#forget(channel, session);
      this.#interruptions.add(session.name, readEnd(readFields(push, 'unsubscribe')));
    } else session?.take({ fields: push, exact });
  }

  #channelPort(): ChannelPort {
    const { deliver, form, state, unreadable } = this.#port;
    const overflow = () =>
      this.#port.end({ code: reconnectSoon, reason: 'too many events wait for the members of a channel' });
    return { state, form, deliver, unreadable, overflow };
  }
}

function readEnd({ code, reason }: Fields): SocketEnd {
  return { code: typeof code === 'number' ? code : 0, reason: typeof reason === 'string' ? reason : '' };
}
