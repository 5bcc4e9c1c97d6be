import { optionKinds, requireArgument } from '@org/core/basics';
import type { RealtimeClient } from '../realtime-client.ts';
import { ClientScope } from '../stores/client-scope.ts';
import type { Store } from '../stores/store.ts';

/** A store as Svelte reads it: `$orders` in a component, `fromStore(orders)` elsewhere. @public */
export interface Readable<Value> {
  /** Calls `run` at once, and after each change. The returned function ends it. */
  subscribe(run: (value: Value) => void): () => void;
}

const scopes = new WeakMap<RealtimeClient, ClientScope>();

/** One for each client: its channels have one listener. */
export function scopeOf(client: RealtimeClient): ClientScope {
  requireArgument('client', client, optionKinds.object);
  const scope = scopes.get(client) ?? new ClientScope(client);
  scopes.set(client, scope);
  return scope;
}

/** Open while it has a subscriber. A server renders the first value, and subscribes nothing. */
export function readable<Value>(store: Store<Value>): Readable<Value> {
  // A function may subscribe twice.
  const runs = new Map<object, (value: Value) => void>();
  let stop = () => {};
  return {
    subscribe(run) {
      if (typeof document !== 'object') {
        run(store.getServerSnapshot());
        return () => {};
      }
      const notify = () => {
        const value = store.getSnapshot();
        for (const each of [...runs.values()]) each(value);
      };
      if (runs.size === 0) stop = store.subscribe(notify);
      const id = {};
      runs.set(id, run);
      run(store.getSnapshot());
      return () => {
        if (runs.delete(id) && runs.size === 0) stop();
      };
    },
  };
}
