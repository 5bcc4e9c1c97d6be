import type { SubscriberContext } from '../channels/subscriber-context.ts';
import { inspected } from '../internal/inspected.ts';
import type { RealtimeClient } from '../realtime-client.ts';

/** Called on each change of a channel. */
export type ChannelWatcher = () => void;

/** The client of one provider, and the components that watch its channels. */
export class ClientScope {
  readonly #source: RealtimeClient | (() => RealtimeClient);
  readonly #watchers = new Map<string, Set<ChannelWatcher>>();
  #client: RealtimeClient | undefined;
  #stop = () => {};
  #holders = 0;
  #isClosed = false;

  constructor(source: RealtimeClient | (() => RealtimeClient)) {
    this.#source = source;
  }

  /** Created with its first use, so that rendering on a server needs no client. */
  get client(): RealtimeClient {
    this.#client ??= typeof this.#source === 'function' ? this.#source() : this.#source;
    return this.#client;
  }

  /** What the client knows besides its public state. */
  get parts(): SubscriberContext | undefined {
    return (this.client as { readonly [inspected]?: SubscriberContext })[inspected];
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Keeps the created client open. The returned function closes it, unless the provider mounts again. */
  hold(): () => void {
    this.#holders += 1;
    return () => {
      this.#holders -= 1;
      // StrictMode unmounts and mounts in one task.
      queueMicrotask(() => this.#holders > 0 || this.#close());
    };
  }

  /** One listener of the client serves all components: the cost of an event does not grow with them. */
  watch(channelName: string, watcher: ChannelWatcher): () => void {
    if (this.#watchers.size === 0) this.#start();
    const watchers = this.#watchers.get(channelName) ?? new Set();
    this.#watchers.set(channelName, watchers.add(watcher));
    return () => {
      watchers.delete(watcher);
      if (watchers.size === 0 && this.#watchers.get(channelName) === watchers)
        this.#watchers.delete(channelName);
      if (this.#watchers.size === 0) this.#stop();
    };
  }

  #start(): void {
    const { client } = this;
    const offs = [
      client.on('channel', ({ channel }) => this.#notify(channel)),
      client.on('state', ({ state }) => {
        if (state === 'closed') for (const name of [...this.#watchers.keys()]) this.#notify(name);
      }),
    ];
    this.#stop = () => {
      for (const off of offs) off();
    };
  }

  #notify(channelName: string): void {
    for (const watcher of [...(this.#watchers.get(channelName) ?? [])]) watcher();
  }

  #close(): void {
    if (typeof this.#source !== 'function') return;
    this.#isClosed = true;
    void this.#client?.close();
  }
}
