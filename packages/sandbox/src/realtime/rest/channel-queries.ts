import type { SandboxRequest, SandboxResponse } from '../../http/exchange.ts';
import { readChannelTraits } from '../channels/channel-name.ts';
import type { RealtimeContext } from '../context.ts';
import { parseInfo, readChannelInfo } from './channel-info.ts';
import { jsonResponse, refuse } from './response.ts';

/** `GET /channels`: the occupied channels. */
export function listChannels(context: RealtimeContext, request: SandboxRequest): SandboxResponse {
  const prefix = request.query.get('filter_by_prefix') ?? '';
  const wanted = parseInfo(request.query.get('info'));
  if (wanted.has('user_count') && !prefix.startsWith('presence-')) {
    // The hosted service has this misspelling.
    return refuse(
      400,
      'user_count may only be requested for presence channels - please supply filter_by_prefix ' +
        'begining with presence-',
    );
  }
  const channels: Record<string, Record<string, number>> = Object.create(null);
  for (const { name } of context.channels.list()) {
    if (name.startsWith('#') || !name.startsWith(prefix)) continue;
    channels[name] = readChannelInfo(context, name, wanted);
  }
  return jsonResponse({ channels });
}

/** `GET /channels/{name}`: whether it is occupied, and the requested attributes. */
export function readChannel(
  context: RealtimeContext,
  request: SandboxRequest,
  name: string,
): SandboxResponse {
  const wanted = parseInfo(request.query.get('info'));
  const { kind, isCache } = readChannelTraits(name);
  if (wanted.has('user_count') && kind !== 'presence') {
    return refuse(400, 'Cannot retrieve the user count unless the channel is a presence channel');
  }
  const cache = wanted.has('cache') && isCache ? { cache: describeCache(context, name) } : undefined;
  if (context.channels.find(name) === undefined) return jsonResponse({ occupied: false, ...cache });
  return jsonResponse({ occupied: true, ...readChannelInfo(context, name, wanted), ...cache });
}

/** `GET /channels/{name}/users`: the distinct users of a presence channel. */
export function listUsers(context: RealtimeContext, name: string): SandboxResponse {
  if (readChannelTraits(name).kind !== 'presence') {
    return refuse(400, 'Users can only be retrieved for presence channels');
  }
  const userIds = context.channels.find(name)?.roster.userIds() ?? [];
  return jsonResponse({ users: userIds.map((id) => ({ id })) });
}

function describeCache(
  { cache, options }: RealtimeContext,
  name: string,
): { data: string; ttl: number } | null {
  const cached = cache.read(name);
  if (cached === undefined) return null;
  return { data: cached.data, ttl: Math.ceil((cached.expiresAt - options.clock.now()) / 1000) };
}
