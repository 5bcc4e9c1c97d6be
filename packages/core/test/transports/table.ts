import { bodies } from './bodies.ts';
import { connections } from './connections.ts';
import { headers } from './headers.ts';
import { limits } from './limits.ts';
import { proxies } from './proxies.ts';
import { redirects } from './redirects.ts';
import { requests } from './requests.ts';
import type { Topic } from './row.ts';
import { statuses } from './statuses.ts';
import { tls } from './tls.ts';
import { tunnels } from './tunnels.ts';

/** What every transport does in every case: the table of packages/core/docs/transports.md. */
export const topics: readonly Topic[] = [
  headers,
  bodies,
  statuses,
  connections,
  requests,
  redirects,
  limits,
  proxies,
  tunnels,
  tls,
];
