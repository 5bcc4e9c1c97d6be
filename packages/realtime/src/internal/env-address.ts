import { settingFromEnv } from '@org/core/basics';
import type { RealtimeAddress } from '../protocol/address.ts';

/**
 * Completes an address without host and cluster from REALTIME_HOST and REALTIME_PORT, or from
 * REALTIME_CLUSTER. Any host is allowed, because requests are signed and never contain the secret.
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
