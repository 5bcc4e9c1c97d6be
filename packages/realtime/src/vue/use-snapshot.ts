import { getCurrentInstance, onMounted, type ShallowRef, shallowRef, watch } from 'vue';
import type { Store } from '../stores/store.ts';

/**
 * The value of a store while the component is mounted; of another store when what `open` reads changes. On a
 * server nothing is mounted, and nothing subscribed.
 */
export function useSnapshot<Snapshot>(open: () => Store<Snapshot>): Readonly<ShallowRef<Snapshot>> {
  const snapshot = shallowRef(open().getServerSnapshot()) as ShallowRef<Snapshot>;
  whenMounted(() =>
    watch(
      open,
      (store, _before, onCleanup) => {
        const update = () => {
          snapshot.value = store.getSnapshot();
        };
        onCleanup(store.subscribe(update));
        update();
      },
      { immediate: true, flush: 'sync' },
    ),
  );
  return snapshot;
}

/** At once outside of components, as in a store of Pinia in a page. */
function whenMounted(begin: () => void): void {
  if (getCurrentInstance() !== null) onMounted(begin);
  else if (typeof document === 'object') begin();
}
