import { type OptionNames, requireOptions } from '@org/core/basics';
import type { PlatformSignals } from '../connection/platform-signals.ts';

/** `AppState` of `react-native`. @public */
export interface AppStateLike {
  readonly currentState?: string | null | undefined;
  addEventListener(type: 'change', listener: (state: string) => void): { remove(): void };
}

/** What `NetInfo` reports. @public */
export interface NetInfoState {
  readonly isConnected: boolean | null;
  /** `wifi`, `cellular`, … */
  readonly type?: string | undefined;
}

/** The default export of `@react-native-community/netinfo`. @public */
export interface NetInfoLike {
  addEventListener(listener: (state: NetInfoState) => void): () => void;
}

/** The parts of the platform. Each may be missing. @public */
export interface PageSignalsOptions {
  readonly AppState?: AppStateLike | undefined;
  readonly NetInfo?: NetInfoLike | undefined;
}

const optionNames: OptionNames<PageSignalsOptions> = { AppState: 0, NetInfo: 0 };

/**
 * The value of a client's option `signals` in React Native, where a client hears of no network and no page by
 * itself: `pageSignals({ AppState, NetInfo })`. @public
 *
 * @example
 * const signals = pageSignals({ AppState, NetInfo });
 * const realtime = createRealtimeClient({ key: 'app-key', cluster: 'eu', signals });
 */
export function pageSignals(options: PageSignalsOptions): PlatformSignals {
  requireOptions(options, optionNames, 'pageSignals()');
  const { AppState, NetInfo } = options;
  let isOnline = true;
  return {
    isOnline: () => isOnline,
    listen(changed) {
      let state = AppState?.currentState;
      const app = AppState?.addEventListener('change', (next) => {
        // Behind other apps a platform stops the timers, and often ends the connections.
        if (next === 'active' && state !== 'active') changed(state === 'background' ? 'resumed' : 'visible');
        state = next;
      });
      let type: string | undefined;
      const off = NetInfo?.addEventListener((now) => {
        const wasOnline = isOnline;
        isOnline = now.isConnected !== false;
        if (wasOnline && !isOnline) changed('offline');
        // From Wi-Fi to cellular the connection is dead, although the platform was never offline.
        else if (isOnline && (!wasOnline || (type !== undefined && now.type !== type))) changed('online');
        if (isOnline) type = now.type;
      });
      return () => {
        app?.remove();
        off?.();
      };
    },
  };
}
