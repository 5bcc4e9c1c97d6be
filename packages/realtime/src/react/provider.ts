import {
  createContext,
  createElement,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useReducer,
} from 'react';
import { misconfigured } from '../internal/wrong-input.ts';
import type { RealtimeClient } from '../realtime-client.ts';
import { ClientScope } from '../stores/client-scope.ts';

/** Properties of a `RealtimeProvider`. @public */
export interface RealtimeProviderProps {
  /**
   * A client, which stays yours to close. Or a function that creates one: the provider calls it once, when a
   * component first needs the client, and closes that client when it unmounts.
   */
  readonly client: RealtimeClient | (() => RealtimeClient);
  /** The components that may use the client. */
  readonly children?: ReactNode;
}

const Scope = createContext<ClientScope | undefined>(undefined);

/**
 * Gives a client to the hooks below it. @public
 *
 * @example
 * const createClient = () => createRealtimeClient({ key: 'app-key', cluster: 'eu' });
 * const page = <RealtimeProvider client={createClient}>{content}</RealtimeProvider>;
 */
export function RealtimeProvider({ client, children }: RealtimeProviderProps): ReactNode {
  const [generation, renew] = useReducer((count: number) => count + 1, 0);
  const identity = typeof client === 'function' ? generation : client;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a function written inline is another each time.
  const scope = useMemo(() => new ClientScope(client), [identity]);
  useEffect(() => {
    // React may unmount effects, and mount them again with the state that they had.
    if (scope.isClosed) renew();
    return scope.hold();
  }, [scope]);
  return createElement(Scope.Provider, { value: scope }, children); // React 18 has no <Scope>
}

/** The provider's client. @throws ConfigurationError without a `RealtimeProvider` above @public */
export function useRealtime(): RealtimeClient {
  return useScope().client;
}

/** @throws ConfigurationError */
export function useScope(): ClientScope {
  const scope = useContext(Scope);
  if (scope === undefined)
    throw misconfigured('RealtimeProvider is missing: render this component inside <RealtimeProvider>.');
  return scope;
}
