import {
  contactBook,
  type DoorContext,
  dateOf,
  type Fields,
  type List,
  ok,
  type Route,
  resource,
  route,
  textOf,
} from '../../kit.ts';
import { missing, requireFields, resendConventions } from './wire.ts';

export const viewSegment = ({ id, name, own, createdAt }: List) => ({
  ...own,
  id,
  name,
  created_at: dateOf(createdAt),
});

/** Segments, and audiences as they were called before: the lists of the store. And properties of contacts. */
export function audienceRoutes({ store }: DoorContext) {
  const { lists, properties } = store;
  const segments = (path: string, name: string) =>
    resource(resendConventions, path, lists, {
      name,
      view: viewSegment,
      read: (body, old) => {
        const { name: given, audience_id, filter } = old === undefined ? requireFields(body, 'name') : body;
        const more = {
          ...(audience_id !== undefined && { audience_id }),
          ...(filter !== undefined && { filter }),
        };
        return { name: textOf(given) ?? old?.name ?? '', own: { ...old?.own, ...more } };
      },
      added: ({ row: { id, name: added } }) => ok({ object: name, id, name: added }, 201),
      removed: ({ row: { id } }) => {
        for (const contact of contactBook(store).membersOf(id))
          contactBook(store).setMember(contact, id, false);
        return ok({ object: name, id, deleted: true });
      },
    });
  return [
    ...segments('/segments', 'segment'),
    ...segments('/audiences', 'audience'),
    ...resource(resendConventions, '/contact-properties', properties, {
      name: 'contact_property',
      view: ({ id, name: key, type, own, createdAt }) => {
        const { fallback_value = null } = own;
        return { id, key, type, fallback_value, created_at: dateOf(createdAt) };
      },
      read: (body, old) => {
        const { key, type } = old === undefined ? requireFields(body, 'key', 'type') : ({} as Fields);
        return {
          name: textOf(key) ?? old?.name ?? '',
          type: textOf(type) ?? old?.type ?? 'string',
          own: { ...old?.own, fallback_value: body['fallback_value'] ?? null },
        };
      },
    }),
  ];
}

export function withAudiences(routes: readonly Route[], { lists }: DoorContext['store']) {
  const below = routes.filter(({ pattern }) => /^\/contacts(\/:id)?$/.test(pattern));
  return below.map(({ method, pattern, handler }) =>
    route(method, `/audiences/:audience${pattern}`, (request, { audience = '', ...params }) => {
      if (lists.get(audience) === undefined) throw missing();
      const query = new URLSearchParams({ ...Object.fromEntries(request.query), segment_id: audience });
      return handler({ ...request, query }, params);
    }),
  );
}
