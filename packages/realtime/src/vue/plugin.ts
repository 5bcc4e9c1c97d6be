import { type InjectionKey, inject, type Plugin } from 'vue';
import { misconfigured } from '../internal/wrong-input.ts';
import type { RealtimeClient } from '../realtime-client.ts';
import { ClientScope } from '../stores/client-scope.ts';
import { hasInjectionContext } from './vue.ts';

const scopeKey: InjectionKey<ClientScope> = Symbol('@org/realtime');

/**
 * Gives a client to the components of an app: `app.use(realtimePlugin(createClient))`.
 * @public
 *
 * @example
 * const createClient = () => createRealtimeClient({ key: 'app-key', cluster: 'eu' });
 * createApp(Orders).use(realtimePlugin(createClient)).mount('#app');
 *
 * @param client - a client, which stays yours to close; or a function that creates one: it is called once,
 * when a component first needs the client, and that client is closed when the app unmounts
 */
export function realtimePlugin(client: RealtimeClient | (() => RealtimeClient)): Plugin {
  return {
    install(app) {
      const scope = new ClientScope(client);
      app.provide(scopeKey, scope);
      app.onUnmount(scope.hold());
    },
  };
}

/** The plugin's client. @throws ConfigurationError where the app does not use `realtimePlugin` @public */
export function useRealtime(): RealtimeClient {
  return useScope().client;
}

/** @throws ConfigurationError */
export function useScope(): ClientScope {
  const scope = hasInjectionContext() ? inject(scopeKey, undefined) : undefined;
  if (scope !== undefined) return scope;
  throw misconfigured(
    'realtimePlugin is missing: call app.use(realtimePlugin(client)), and composables in setup().',
  );
}
