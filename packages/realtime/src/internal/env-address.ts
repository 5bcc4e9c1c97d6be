import { settingFromEnv } from '@org/core';
import type { RealtimeAddress } from '../protocol/address.ts';

/**
 * The address, completed by REALTIME_HOST and REALTIME_PORT or by REALTIME_CLUSTER when it names no service. Any host will do: the
 * app's secret signs requests, and is in none of them.
 *
 * @throws ConfigurationError for a variable that is blank
 */
export function completeAddress(address: RealtimeAddress): RealtimeAddress {
  const { host: given, cluster, ...details } = address;
  if (given !== undefined || cluster !== undefined) return address;
  const host = settingFromEnv('REALTIME_HOST');
  if (host === undefined) return { ...details, cluster: settingFromEnv('REALTIME_CLUSTER') };
  const port = settingFromEnv('REALTIME_PORT');
  return { ...details, host, port: details.port ?? (port === undefined ? undefined : Number(port)) };
}
