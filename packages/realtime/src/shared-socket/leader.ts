import type { OpenSocket, Socket, SocketEnd, SocketListener, SocketOptions } from '../connection/socket.ts';
import { Multiplexer } from './multiplexer.ts';
import type { Port } from './port.ts';
import { Pulse } from './pulse.ts';
import type { TabGroup } from './tab-group.ts';
import { readTabMessage } from './tab-message.ts';

/** A tab that uses the leader's connection. */
interface Follower extends Port {
  stoodStill(): void;
  end(end: SocketEnd): void;
}

/** How a leader's connection ended, for its own client. */
export type LeaderListener = Pick<SocketListener, 'received' | 'violated' | 'ended' | 'unusable'>;

// A tab that is behind by this much text is cut off: it reconnects, and its gaps are announced.
const maxUnreadLength = 16 * 1024 * 1024;

/** The end of a follower's connection that another tab can replace at once. */
export const replaced: SocketEnd = { code: 4200, reason: 'the tab with the connection is gone' };
const lost: SocketEnd = { code: 1006, reason: 'the tab with the connection lost it' };

/** Owns the connection of a group of tabs. */
export class Leader {
  readonly #id: string;
  readonly #group: TabGroup;
  readonly #socket: Socket;
  readonly #multiplexer: Multiplexer;
  readonly #own: Port;
  readonly #followers = new Map<string, Follower>();
  /** Aborts when no further tab is taken. */
  readonly #taking = new AbortController();
  readonly #received: (text: string) => void;
  readonly #pulse: Pulse;
  #isSending = false;
  /** Responses to this tab's own client. A client expects none before its `send` returns. */
  #held: string[] = [];

  /** @throws the errors of `open` */
  constructor(
    id: string,
    group: TabGroup,
    open: OpenSocket,
    url: string,
    listener: LeaderListener,
    options: SocketOptions,
  ) {
    this.#id = id;
    this.#group = group;
    this.#multiplexer = new Multiplexer((text) => this.#socket.send(text));
    this.#received = (text) => listener.received(text);
    this.#own = { deliver: (text) => this.#deliver(text) };
    this.#multiplexer.attach(this.#own);
    const relay: SocketListener = {
      received: (text) => {
        this.#pulse.note();
        this.#multiplexer.fromService(text);
      },
      violated: (reason) => listener.violated(reason),
      ended: (end) => {
        this.dismiss({ code: end.code, reason: end.reason, retryAfterMs: end.retryAfterMs });
        listener.ended(end);
      },
      unusable: (error) => {
        this.dismiss(lost);
        listener.unusable(error);
      },
    };
    this.#socket = open(url, relay, options);
    this.#pulse = new Pulse(options.runtime, () => this.#stoodStill());
  }

  /** A frame of this tab's own client. */
  send(text: string): void {
    this.#isSending = true;
    this.#multiplexer.fromPort(this.#own, text);
    this.#isSending = false;
  }

  close(): void {
    this.dismiss(replaced);
    this.#socket.close();
  }

  drop(): void {
    this.dismiss(lost);
    this.#socket.drop();
  }

  /** Lets a tab use the connection. */
  take(tab: string): void {
    if (this.#taking.signal.aborted || this.#followers.has(tab)) return;
    const channel = this.#group.open(tab);
    const leaving = new AbortController();
    const post = (message: PostedMessage) => channel.postMessage({ ...message, sender: this.#id, to: tab });
    let unreadLength = 0;
    const follower: Follower = {
      deliver: (text) => {
        if (leaving.signal.aborted) return;
        unreadLength += text.length;
        if (unreadLength > maxUnreadLength) return follower.end(lost);
        post({ type: 'frame', text });
      },
      stoodStill: () => post({ type: 'stood-still' }),
      end: (end) => {
        if (leaving.signal.aborted) return;
        post({ type: 'end', end });
        remove();
      },
    };
    const remove = () => {
      leaving.abort();
      channel.close();
      this.#followers.delete(tab);
      this.#multiplexer.detach(follower);
    };
    channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      const message = readTabMessage(data);
      if (message?.sender !== tab || message.to !== this.#id) return;
      if (message.type === 'frame') this.#multiplexer.fromPort(follower, message.text);
      else if (message.type === 'read') unreadLength = Math.max(0, unreadLength - message.length);
      else if (message.type === 'ask') post({ type: 'here' });
      else if (message.type === 'leave') remove();
    };
    this.#followers.set(tab, follower);
    post({ type: 'attached' });
    this.#multiplexer.attach(follower);
    // The tab holds this lock as long as it lives.
    const gone = () => leaving.signal.aborted || remove();
    this.#group.hold({ tab }, leaving.signal).then(gone, gone);
  }

  #deliver(text: string): void {
    if (!this.#isSending && this.#held.length === 0) {
      this.#received(text);
      return;
    }
    this.#held.push(text);
    if (this.#held.length === 1) queueMicrotask(() => this.#release());
  }

  #release(): void {
    const held = this.#held;
    this.#held = [];
    for (const text of held) this.#received(text);
  }

  /** What comes next may have come long before, so the others must not date it by its arrival. */
  #stoodStill(): void {
    for (const follower of this.#followers.values()) follower.stoodStill();
  }

  /** Ends the connections of the other tabs. */
  dismiss(end: SocketEnd): void {
    this.#taking.abort();
    this.#pulse.stop();
    for (const follower of [...this.#followers.values()]) follower.end(end);
  }
}

type PostedMessage =
  | { readonly type: 'attached' | 'here' | 'stood-still' }
  | { readonly type: 'frame'; readonly text: string }
  | { readonly type: 'end'; readonly end: SocketEnd };
