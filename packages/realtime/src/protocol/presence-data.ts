import { isRecord } from '../internal/json.ts';
import { exactIds, readId } from './exact-ids.ts';

/** A member of a presence channel. @public */
export interface Member<Info = unknown> {
  /** The user's id. Several connections of one user share it. */
  readonly id: string;
  /**
   * The `userInfo` that the application's server signed, or `undefined`; the output of a definition's `info`.
   */
  readonly info: Info;
}

/** Reads the members in `subscription_succeeded`. Ids become text. Undefined without members. */
export function readRoster(data: unknown): ReadonlyMap<string, Member> | undefined {
  const presence = isRecord(data) ? data['presence'] : undefined;
  if (!isRecord(presence)) return undefined;
  const { ids, hash } = presence;
  // PHP writes the ids 0, 1, … of a map as a list.
  const infos = new Map(Object.entries(typeof hash === 'object' && hash !== null ? hash : {}));
  const listed = Array.isArray(ids) ? ids : [...infos.keys()];
  const roster = new Map<string, Member>();
  for (const each of listed) {
    const id = readId(each);
    if (id === undefined) continue;
    roster.set(id, { id, info: infos.get(id) ?? undefined });
  }
  return roster;
}

/** Reads the member in `member_added`, `member_removed` or `channel_data`. */
export function readMember(data: unknown): Member | undefined {
  if (!isRecord(data)) return undefined;
  const id = readId(data['user_id']);
  return id === undefined ? undefined : { id, info: data['user_info'] ?? undefined };
}

/** The id of the member in a presence token. */
export function memberOf(channelData: string | undefined): string | undefined {
  if (channelData === undefined) return undefined;
  try {
    return readMember(exactIds(JSON.parse(channelData), channelData))?.id;
  } catch {
    return undefined;
  }
}
