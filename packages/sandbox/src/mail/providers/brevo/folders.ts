import {
  contactBook,
  type DoorContext,
  fieldsOf,
  type List,
  type MailStore,
  need,
  noContent,
  ok,
  route,
  textOf,
  typedRows,
} from '../../kit.ts';
import { missing, pages, refuse } from './wire.ts';

const foldersOf = (store: MailStore) => typedRows<{ readonly name: string }>(store, 'brevo folders');

/** Lists are in folders; every account has the first one. */
export const addFirstFolder = (store: MailStore): void => {
  foldersOf(store).add({ name: 'Your first folder' }, '1');
};

/** The folder of a list: the first one, unless it names another. */
export const folderOf = ({ own }: List): number =>
  typeof own['folderId'] === 'number' ? own['folderId'] : 1;

export function folderRoutes({ store }: DoorContext, viewList: (list: List) => object) {
  const folders = foldersOf(store);
  const path = '/contacts/folders';
  const find = (id = '') => need(folders.get(id), missing);
  const listsIn = (id: string) => store.lists.all().filter((list) => `${folderOf(list)}` === id);
  const view = ({ id, name }: { readonly id: string; readonly name: string }) => {
    const book = contactBook(store);
    const members = new Set(listsIn(id).flatMap((list) => book.membersOf(list.id)));
    const counts = { uniqueSubscribers: members.size, totalSubscribers: members.size, totalBlacklisted: 0 };
    return { id: Number(id), name, ...counts };
  };
  const nameIn = (body: unknown) => {
    const name = textOf(fieldsOf(body)['name']);
    return need(name || undefined, () => refuse('missing_parameter', 'name is missing'));
  };
  return [
    route('GET', path, (request) => pages(50)(folders.all().map(view), request, 'folders')),
    route('POST', path, (request) => {
      const name = nameIn(request.json());
      const id = folders.all().reduce((most, folder) => Math.max(most, Number(folder.id)), 0) + 1;
      folders.add({ name }, `${id}`);
      return ok({ id }, 201);
    }),
    route('GET', `${path}/:id`, (_request, { id }) => ok(view(find(id)))),
    route('PUT', `${path}/:id`, (request, { id }) => {
      folders.update(find(id).id, { name: nameIn(request.json()) });
      return noContent;
    }),
    // With a folder go its lists. Those of other services are shown in the first one, and stay.
    route('DELETE', `${path}/:id`, (_request, { id }) => {
      const folder = find(id);
      for (const list of listsIn(folder.id))
        if (list.own['folderId'] !== undefined) store.lists.delete(list.id);
      folders.delete(folder.id);
      return noContent;
    }),
    route('GET', `${path}/:id/lists`, (request, { id }) =>
      pages(50)(listsIn(find(id).id).map(viewList), request, 'lists'),
    ),
    // Segments are made on the service's page alone.
    route('GET', '/contacts/segments', () => ok({ segments: [], count: 0 })),
  ];
}
