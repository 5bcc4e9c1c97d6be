import { readSetting } from '@org/core/basics';
import { hasAddress, type RealtimeAddress } from './address.ts';

/**
 * Completes an address without host and cluster from REALTIME_HOST and REALTIME_PORT, or from
 * REALTIME_CLUSTER. Any host is allowed, because requests are signed and never contain the secret.
 *
 * @throws ConfigurationError for a variable that is blank
 */
export function completeAddress(address: RealtimeAddress): RealtimeAddress {
  if (hasAddress(address)) return address;
  const host = readSetting('REALTIME_HOST');
  if (host === undefined) return { ...address, host, cluster: readSetting('REALTIME_CLUSTER') };
  const port = readSetting('REALTIME_PORT');
  return {
    ...address,
    host,
    cluster: undefined,
    port: address.port ?? (port === undefined ? undefined : Number(port)),
  };
}
