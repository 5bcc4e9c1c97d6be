import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { authority, badServers, serveCut, startGoodServer, type TlsTestServer } from '../tls-servers.ts';
import { clientOver, endOf, onlyStatus, post } from './calls.ts';
import type { Probe, Topic } from './row.ts';

/** The rest of this program trusts the authority of the tests meanwhile. */
export function trustAuthority(): () => void {
  const before = getCACertificates('default');
  setDefaultCACertificates([...before, authority.cert]);
  return () => setDefaultCACertificates(before);
}

/** Without the function, nobody can trust an authority while the program runs. */
export const canTrust = typeof setDefaultCACertificates === 'function';

const served =
  (start: () => Promise<TlsTestServer>): Probe =>
  async (over) => {
    await using server = await start();
    await using client = clientOver(over, server.url);
    return await endOf(client.request(post), onlyStatus);
  };

export const tls: Topic = {
  title: 'TLS',
  isAbsent: !canTrust,
  prepare: trustAuthority,
  rows: [
    { case: 'a valid certificate', probe: served(startGoodServer), end: '200' },
    ...Object.entries(badServers).map(([name, { start }]) => ({
      case: name,
      probe: served(start),
      end: 'NetworkError, not-sent',
    })),
    {
      case: 'a reset in the handshake',
      probe: served(() => serveCut((socket) => socket.resetAndDestroy())),
      end: 'NetworkError, not-sent',
      but: { fetch: 'NetworkError, unknown' },
    },
  ],
};
