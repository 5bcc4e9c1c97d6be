import type { Socket, SocketEnd, SocketListener, SocketOptions } from '../connection/socket.ts';
import { Timer } from '../internal/timer.ts';
import { Leader, replaced } from './leader.ts';
import type { TabGroup } from './tab-group.ts';
import { readTabMessage, type TabMessage } from './tab-message.ts';

// A leader answers a hello, and a question, at once. One that does not is frozen, or busy for long.
const maxSilenceMs = 5_000;
// A timer that is this late: this tab itself stood still, and has not read yet what came meanwhile.
const lateMs = 1_000;
// The leader's last message may arrive after its lock is free.
const lastMessageMs = 100;
/** A tab reports what it read in steps of this much text. */
const reportedLength = 1024 * 1024;

type Role = 'starting' | 'seeking' | 'following' | 'leading' | 'alone' | 'ended';

/**
 * A client's socket in a group of tabs. The tab that holds the group's lock leads: it owns the connection.
 * The others follow it. When it goes, their sockets end, and the next tab that gets the lock leads.
 */
export class TabSocket implements Socket {
  readonly #id: string;
  readonly #group: TabGroup;
  readonly #url: string;
  readonly #listener: SocketListener;
  readonly #options: SocketOptions;
  /** Aborts at the end, which frees this tab's lock. */
  readonly #life = new AbortController();
  /** Frees the leader's lock, and ends the wait for it. */
  readonly #contest = new AbortController();
  readonly #everyone: BroadcastChannel;
  readonly #mailbox: BroadcastChannel;
  readonly #timer: Timer;
  #role: Role = 'starting';
  #leaderId = '';
  #unreportedLength = 0;
  /** The leader said something since the last look. */
  #hasHeard = false;
  /** The connection of the leader, or of a tab that cannot share. */
  #own: Pick<Socket, 'send' | 'close' | 'drop'> | undefined;

  constructor(group: TabGroup, url: string, listener: SocketListener, options: SocketOptions) {
    this.#group = group;
    this.#url = url;
    this.#listener = listener;
    this.#options = options;
    this.#id = options.runtime.randomUUID();
    this.#timer = new Timer(options.runtime);
    this.#everyone = group.open();
    this.#mailbox = group.open(this.#id);
    this.#everyone.onmessage = ({ data }: MessageEvent<unknown>) => this.#heardOfGroup(readTabMessage(data));
    this.#mailbox.onmessage = ({ data }: MessageEvent<unknown>) => this.#heardOfLeader(readTabMessage(data));
    group.hold({ tab: this.#id }, this.#life.signal).then(
      () => this.#seek(),
      () => this.#connectAlone(),
    );
  }

  send(text: string): void {
    if (this.#role === 'following') this.#post(this.#mailbox, { type: 'frame', text }, this.#leaderId);
    else this.#own?.send(text);
  }

  close(): void {
    if (this.#own === undefined) {
      this.#leave({ code: 1000, reason: '' });
      return;
    }
    this.#own.close();
    // Not only when the connection is closed: a page that is being frozen does not hear of that.
    this.#free();
  }

  drop(): void {
    if (this.#own !== undefined) this.#own.drop();
    else this.#leave({ code: 1006, reason: 'dropped' });
  }

  #seek(): void {
    if (this.#role !== 'starting') return;
    this.#role = 'seeking';
    this.#contend({});
    this.#callLeader();
  }

  /** A leader that does not answer in time loses its lock. */
  #callLeader(): void {
    this.#post(this.#everyone, { type: 'hello' });
    this.#startSilence((wasRunning) => (wasRunning ? this.#contend({ isStolen: true }) : this.#callLeader()));
  }

  /** Asks a leader of whom nothing came. One that is silent still is left: the next socket takes its lock. */
  #watchLeader(): void {
    this.#hasHeard = false;
    this.#timer.start(this.#silenceMs, () => {
      if (this.#hasHeard) return this.#watchLeader();
      this.#post(this.#mailbox, { type: 'ask' }, this.#leaderId);
      this.#startSilence((wasRunning) => {
        if (this.#hasHeard || !wasRunning) this.#watchLeader();
        else this.#leave(replaced);
      });
    });
  }

  /** Waits as long as an answer takes; `over` gets `false` when this tab stood still meanwhile. */
  #startSilence(over: (wasRunning: boolean) => void): void {
    const { runtime } = this.#options;
    const dueMs = runtime.now() + this.#silenceMs;
    this.#timer.start(this.#silenceMs, () => over(runtime.now() <= dueMs + lateMs));
  }

  get #silenceMs(): number {
    return Math.min(maxSilenceMs, this.#options.handshakeTimeoutMs / 3);
  }

  /** Waits for the leader's lock, or takes it from a leader that does not answer. */
  #contend(lock: { readonly isStolen?: boolean }): void {
    this.#group.hold({ ...lock, lost: () => this.#wasReplaced() }, this.#contest.signal).then(
      () => this.#gotLock(),
      () => {}, // the end came first
    );
  }

  #gotLock(): void {
    if (this.#role === 'seeking') this.#lead();
    if (this.#role !== 'following') return;
    this.#contest.abort(); // the other tabs of the same leader wait for the lock too
    this.#timer.start(lastMessageMs, () => this.#end(replaced));
  }

  #lead(): void {
    this.#timer.stop();
    this.#role = 'leading';
    this.#post(this.#everyone, { type: 'leading' });
    this.#openOwn((listener) => {
      const { openDefault } = this.#options;
      return new Leader(this.#id, this.#group, openDefault, this.#url, listener, this.#options);
    });
  }

  /** This page may not use locks, such as one in a sandboxed frame. */
  #connectAlone(): void {
    if (this.#role === 'ended') return;
    this.#role = 'alone';
    this.#openOwn((listener) => this.#options.openDefault(this.#url, listener, this.#options));
  }

  #openOwn(open: (listener: SocketListener) => Socket): void {
    const unusable = (error: unknown) => this.#release() && this.#listener.unusable(error);
    try {
      this.#own = open({
        received: (text) => this.#role !== 'ended' && this.#listener.received(text),
        violated: (reason) => this.#role !== 'ended' && this.#listener.violated(reason),
        ended: (end) => this.#end(end),
        unusable,
      });
    } catch (error) {
      unusable(error);
    }
  }

  #heardOfGroup(message: TabMessage | undefined): void {
    if (message === undefined || message.sender === this.#id) return;
    if (message.type === 'hello' && this.#own instanceof Leader) this.#own.take(message.sender);
    if (message.type !== 'leading') return;
    if (this.#role === 'seeking') this.#callLeader();
    if (this.#role === 'following' && message.sender !== this.#leaderId) this.#end(replaced);
  }

  #heardOfLeader(message: TabMessage | undefined): void {
    if (message?.to !== this.#id) return;
    if (message.type === 'attached' && this.#role === 'seeking') {
      this.#role = 'following';
      this.#leaderId = message.sender;
      this.#watchLeader();
    }
    if (this.#role !== 'following' || message.sender !== this.#leaderId) return;
    if (message.type !== 'attached') this.#hasHeard = true;
    if (message.type === 'end') this.#end(message.end);
    else if (message.type === 'stood-still') this.#listener.stoodStill?.();
    else if (message.type === 'frame') this.#read(message.text);
  }

  #read(text: string): void {
    this.#unreportedLength += text.length;
    if (this.#unreportedLength >= reportedLength) {
      this.#post(this.#mailbox, { type: 'read', length: this.#unreportedLength }, this.#leaderId);
      this.#unreportedLength = 0;
    }
    this.#listener.received(text);
  }

  /** Another tab stole the lock, because this one did not answer. */
  #wasReplaced(): void {
    if (this.#role !== 'leading') return;
    this.#end(replaced);
    this.#own?.drop();
  }

  #leave(end: SocketEnd): void {
    if (this.#role === 'following') this.#post(this.#mailbox, { type: 'leave' }, this.#leaderId);
    this.#end(end);
  }

  #end(end: SocketEnd): void {
    if (this.#release()) this.#listener.ended(end);
  }

  /** Returns false after the first time. */
  #release(): boolean {
    if (this.#role === 'ended') return false;
    this.#role = 'ended';
    this.#timer.stop();
    this.#free();
    return true;
  }

  /** Frees the locks and channels. */
  #free(): void {
    this.#life.abort();
    this.#contest.abort();
    this.#everyone.close();
    this.#mailbox.close();
  }

  #post(channel: BroadcastChannel, message: PostedMessage, to = ''): void {
    channel.postMessage({ ...message, sender: this.#id, to });
  }
}

type PostedMessage =
  | { readonly type: 'hello' | 'leading' | 'leave' | 'ask' }
  | { readonly type: 'frame'; readonly text: string }
  | { readonly type: 'read'; readonly length: number };
