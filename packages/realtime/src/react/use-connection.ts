import { useMemo } from 'react';
import { type ConnectionSnapshot, createConnectionStore } from '../stores/connection-store.ts';
import { useScope } from './provider.ts';
import { useSyncExternalStore } from './react.ts';

/** The connection in a component. The same object until one of its values changes. @public */
export type UseConnectionResult = ConnectionSnapshot;

/** The connection, and how many channels wait for another attempt. @public */
export function useConnection(): UseConnectionResult {
  const scope = useScope();
  const { subscribe, getSnapshot, getServerSnapshot } = useMemo(() => createConnectionStore(scope), [scope]);
  return useSyncExternalStore(subscribe, getSnapshot, getServerSnapshot);
}
