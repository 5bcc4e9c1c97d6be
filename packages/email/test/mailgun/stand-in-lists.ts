import { type Route, type Routes, readForm } from './stand-in-form.ts';
import { pageOf } from './stand-in-pages.ts';

interface MailingList {
  readonly fields: Record<string, string>;
  readonly members: Map<string, object>;
}

export function createLists(origin: string): Routes {
  const lists = new Map<string, MailingList>();
  const show = ({ fields, members }: MailingList) => ({
    list: { ...fields, members_count: members.size, created_at: 'Tue, 06 Mar 2012 05:44:45 GMT' },
  });
  const withList =
    (run: (list: MailingList, ...parameters: Parameters<Route>) => ReturnType<Route>): Route =>
    (request, address = '', ...others) => {
      const list = lists.get(address);
      if (list === undefined) return [404, { message: `Mailing list ${address} not found` }];
      return run(list, request, address, ...others);
    };
  const formOf = (request: Parameters<Route>[0]) =>
    Object.fromEntries([...readForm(request).values].map(([name, [value = '']]) => [name, value]));
  return {
    'GET /v3/lists/pages': ({ query }) => [
      200,
      pageOf(
        [...lists.values()].map((list) => show(list).list),
        query,
        `${origin}/v3/lists/pages`,
      ),
    ],
    'POST /v3/lists': (request) => {
      const fields = formOf(request);
      const list = { fields, members: new Map() };
      lists.set(fields.address ?? '', list);
      return [200, { message: 'Mailing list has been created', ...show(list) }];
    },
    'GET /v3/lists/*': withList((list) => [200, show(list)]),
    'PUT /v3/lists/*': withList((list, request) => {
      Object.assign(list.fields, formOf(request));
      return [200, { message: 'Mailing list has been updated', ...show(list) }];
    }),
    'DELETE /v3/lists/*': withList((_list, _request, address = '') => {
      lists.delete(address);
      return [200, { message: 'Mailing list has been deleted', address }];
    }),
    'GET /v3/lists/*/members/pages': withList((list, { query }, address = '') => [
      200,
      pageOf([...list.members.values()], query, `${origin}/v3/lists/${address}/members/pages`),
    ]),
    'POST /v3/lists/*/members.json': withList((list, request) => {
      for (const address of JSON.parse(formOf(request).members ?? '[]'))
        list.members.set(address, { address, name: '', subscribed: true, vars: {} });
      return [200, { message: 'Mailing list has been updated', ...show(list) }];
    }),
    'DELETE /v3/lists/*/members/*': withList((list, _request, _address, member = '') =>
      list.members.delete(member)
        ? [200, { member: { address: member }, message: 'Mailing list member has been deleted' }]
        : [404, { message: `Member ${member} of mailing list not found` }],
    ),
  };
}
