import {
  type Contact,
  type ContactFields,
  contactBook,
  type DoorContext,
  type Fields,
  fieldsOf,
  isAddress,
  type List,
  listOf,
  need,
  ok,
  parseText,
  readCsv,
  readForm,
  route,
  textOf,
} from '../../kit.ts';
import { mailgunConventions, pageOf, readFields, stop } from './wire.ts';

/** The members of a list. A member is a contact. */
export function memberRoutes(
  { store, url }: DoorContext,
  findList: (address?: string) => List,
  showList: (list: List) => object,
) {
  const book = contactBook(store);
  const find = (list: List, member: string): Contact =>
    need(
      book.membersOf(list.id).find(({ email }) => email.toLowerCase() === member.toLowerCase()),
      () => stop(404, `Member ${member} of mailing list not found`),
    );
  const change = (contact: Contact, given: Fields): Contact =>
    store.contacts.update(contact.id, readMember(given, contact)) ?? contact;
  const add = (list: List, given: Fields, isUpsert: boolean): Contact => {
    const address = textOf(given['address']) ?? '';
    if (!isAddress(address)) throw stop(400, "'address' parameter is not a valid address");
    const known = book.findByEmail(address);
    if (known?.lists.includes(list.id) && !isUpsert) throw stop(400, `Address already exists '${address}'`);
    const contact = known ?? book.add(address);
    book.setMember(contact, list.id, true);
    return change(contact, given);
  };
  const path = '/v3/lists/:address/members';
  return [
    route('GET', `${path}/pages`, (request, { address }) => {
      const members = book.membersOf(findList(address).id);
      return mailgunConventions(url).list(members.map(view), request, 'member');
    }),
    route('GET', path, ({ query }, { address }) => {
      const given = query.get('address');
      const members = book
        .membersOf(findList(address).id)
        .filter(({ email }) => [null, email].includes(given));
      return ok(pageOf(members.map(view), query));
    }),
    route('POST', '/v3/lists/:address/members.csv', async (request, { address }) => {
      const list = findList(address);
      const { values, files } = await readForm(request);
      const isUpsert = isYes(values.get('upsert')?.[0]) === true;
      const [file] = files;
      const { content } = need(file, () => stop(400, "Parameter 'members' is missing"));
      for (const row of readCsv(content)) add(list, row, isUpsert);
      return ok({ message: 'Mailing list has been updated', list: showList(list) });
    }),
    route('POST', '/v3/lists/:address/members.json', async (request, { address }) => {
      const list = findList(address);
      const { members, upsert } = await readFields(request);
      for (const member of listOf(parseText(members))) {
        const given = typeof member === 'string' ? { address: member } : fieldsOf(member);
        add(list, given, isYes(upsert) === true);
      }
      return ok({ message: 'Mailing list has been updated', list: showList(list) });
    }),
    route('POST', path, async (request, { address }) => {
      const fields = await readFields(request);
      const member = add(findList(address), fields, isYes(fields['upsert']) === true);
      return ok({ member: view(member), message: 'Mailing list member has been created' });
    }),
    route('GET', `${path}/:member`, (_request, { address, member = '' }) =>
      ok({ member: view(find(findList(address), member)) }),
    ),
    route('PUT', `${path}/:member`, async (request, { address, member = '' }) => {
      const changed = change(find(findList(address), member), await readFields(request));
      return ok({ member: view(changed), message: 'Mailing list member has been updated' });
    }),
    route('DELETE', `${path}/:member`, (_request, { address, member = '' }) => {
      const list = findList(address);
      book.setMember(find(list, member), list.id, false);
      return ok({ member: { address: member }, message: 'Mailing list member has been deleted' });
    }),
  ];
}

/** `yes` and `no`, also as `true` and `false`. */
function isYes(value: unknown): boolean | undefined {
  return value === undefined ? undefined : ['yes', 'true'].includes(String(value).toLowerCase());
}

/** What a request changes of a contact. The first word of a name is the first name. */
function readMember({ name, vars, subscribed }: Fields, old: Contact): Partial<ContactFields> {
  const [firstName = '', ...others] = (textOf(name) ?? '').split(' ');
  const isSubscribed = isYes(subscribed);
  return {
    ...(name !== undefined && { firstName, lastName: others.join(' ') }),
    ...(vars !== undefined && { fields: { ...old.fields, ...fieldsOf(parseText(textOf(vars)) ?? vars) } }),
    ...(isSubscribed !== undefined && { unsubscribed: !isSubscribed }),
  };
}

function view({ email, firstName = '', lastName = '', unsubscribed, fields }: Contact) {
  const name = `${firstName} ${lastName}`.trim();
  return { address: email, name, subscribed: !unsubscribed, vars: fields };
}
