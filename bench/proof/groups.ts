import { emailGroups } from './email/groups.ts';
import type { Group } from './peer.ts';
import { realtimeGroups } from './realtime/groups.ts';
import { routingGroups } from './routing/groups.ts';

/** All tables. A group's clients and servers fit each other, and no other group's. */
export const groups = [...emailGroups, ...routingGroups, ...realtimeGroups] as readonly Group<
  unknown,
  unknown
>[];
