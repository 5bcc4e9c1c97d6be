import { settingFromEnv } from '@org/core';
import type { RealtimeAddress } from '../protocol/connection-url.ts';

/**
 * The address, completed by REALTIME_HOST and REALTIME_PORT or by REALTIME_CLUSTER when it names no service. Any host will do: the
 * app's secret signs requests, and is in none of them.
 *
 * @throws ConfigurationError for a variable that is blank
 */
export function completeAddress(address: RealtimeAddress): RealtimeAddress {
  if (address.host !== undefined || address.cluster !== undefined) return address;
  const host = settingFromEnv('REALTIME_HOST');
  if (host === undefined) return { ...address, cluster: settingFromEnv('REALTIME_CLUSTER') };
  const port = settingFromEnv('REALTIME_PORT');
  return { ...address, host, port: address.port ?? (port === undefined ? undefined : Number(port)) };
}
