import { misconfigured } from '../internal/wrong-input.ts';
import { type RealtimeAddress, serviceUrl } from './address.ts';

/**
 * The URL of an app's WebSocket endpoint. Source: Pusher documentation, "Pusher Channels Protocol",
 * connection.
 *
 * @throws ConfigurationError
 */
export function connectionUrl(address: RealtimeAddress, key: string, version: string): string {
  if (!/^(?!\.\.?$)[A-Za-z0-9_.~-]+$/.test(key))
    throw misconfigured('key must be the app key: letters, digits and _ . ~ - only.');
  const base = serviceUrl(address, { scheme: 'ws', subdomain: 'ws' });
  return `${base}/app/${key}?protocol=7&client=org-realtime-js&version=${encodeURIComponent(version)}`;
}
