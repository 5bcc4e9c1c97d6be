/** A value that changes, as `useSyncExternalStore` of React takes it. */
export interface Store<Snapshot> {
  /** Calls `changed` after each change, and at once when subscribing changed the value. */
  subscribe(changed: () => void): () => void;
  getSnapshot(): Snapshot;
  /** The value before a component is mounted, and on a server. */
  getServerSnapshot(): Snapshot;
}

export function constantStore<Snapshot>(snapshot: Snapshot): Store<Snapshot> {
  const getSnapshot = () => snapshot;
  return { subscribe: () => () => {}, getSnapshot, getServerSnapshot: getSnapshot };
}
