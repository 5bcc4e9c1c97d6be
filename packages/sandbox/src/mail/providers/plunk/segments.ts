import {
  contactBook,
  type DoorContext,
  type Fields,
  type List,
  need,
  ok,
  resource,
  route,
  textOf,
} from '../../kit.ts';
import { plunkContacts, viewContact } from './contacts.ts';
import { shortFailure } from './failure.ts';
import { email, listOf, readBody, readShape, text } from './fields.ts';
import { datesOf, pageOf, plunkConventions } from './wire.ts';

const shape = { name: text(1, 100), description: text(0, 500) };
const maxMembers = 500;

/** `/segments` and below: the lists of the store as static segments. The sandbox evaluates no conditions. */
export function segmentRoutes({ store }: DoorContext) {
  const { lists } = store;
  const people = plunkContacts(store);
  const { membersOf, setMember } = contactBook(store);
  const find = (id: string): List => need(lists.get(id), () => plunkConventions.missing('Segment'));
  const view = (list: List) => {
    const description = textOf(list.own['description']) ?? null;
    const fixed = { type: 'STATIC', condition: null, trackMembership: false };
    const memberCount = membersOf(list.id).length;
    return { id: list.id, name: list.name, description, ...fixed, memberCount, ...datesOf(list) };
  };
  return [
    ...resource(plunkConventions, '/segments', lists, {
      name: 'Segment',
      view,
      rows: () => lists.all().toReversed(),
      list: (views) => ok(views),
      read: (body, old) => {
        if (!old && !body['name']) throw shortFailure(400, 'Name is required');
        if (!old && body['type'] !== 'STATIC')
          throw shortFailure(400, 'The sandbox has STATIC segments only');
        const { name = old?.name ?? '', ...own } = readShape(body, shape);
        return { name, own: { ...old?.own, ...own } };
      },
    }),
    route('GET', '/segments/:id/contacts', ({ query }, { id = '' }) =>
      ok(pageOf(membersOf(find(id).id).map(viewContact), query)),
    ),
    route('POST', '/segments/:id/members', (request, { id = '' }) => {
      const list = find(id).id;
      const body = readBody(request);
      const emails = emailsIn(body);
      const missing = emails.filter((each) => people.find(each) === undefined);
      const notFound = body['createMissing'] === true ? [] : missing;
      for (const each of emails.filter((address) => !notFound.includes(address))) {
        const state = missing.includes(each) ? { subscribed: body['subscribed'] !== false } : {};
        setMember(people.upsert(each, state, true).contact, list, true);
      }
      const created = missing.length - notFound.length;
      return ok({ added: emails.length - notFound.length, created, notFound });
    }),
    route('DELETE', '/segments/:id/members', (request, { id = '' }) => {
      const list = find(id).id;
      const known = emailsIn(readBody(request)).flatMap((each) => people.find(each) ?? []);
      for (const contact of known) setMember(contact, list, false);
      return ok({ removed: known.length });
    }),
  ];
}

function emailsIn(body: Fields): readonly string[] {
  return readShape(body, { emails: listOf(email, maxMembers) }, ['emails']).emails ?? [];
}
