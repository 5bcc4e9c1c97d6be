import {
  type DoorContext,
  type Fields,
  fieldsOf,
  isAddress,
  type MailStore,
  need,
  noContent,
  ok,
  route,
  textOf,
  typedRows,
} from '../../kit.ts';
import { findBySerial, missing, refuse } from './wire.ts';

interface Sender {
  readonly name: string;
  readonly email: string;
}

/** Senders and domains. Every one is verified at once. */
export function senderRoutes({ store }: DoorContext) {
  const senders = typedRows<Sender>(store, 'brevo senders');
  const read = (body: Fields, old?: Sender): Sender => {
    const email = textOf(body['email']) ?? old?.email;
    const name = textOf(body['name']) ?? old?.name;
    if (email === undefined || name === undefined)
      throw refuse('missing_parameter', 'email and name are required');
    if (!isAddress(email)) throw refuse('invalid_parameter', 'Invalid email address');
    return { name, email };
  };
  const find = (id: string | undefined) => findBySerial(senders.all(), id);
  return [
    ...domainRoutes(store),
    route('GET', '/senders', ({ query }) => {
      const domain = query.get('domain');
      const found = senders.all().filter(({ email }) => domain === null || email.endsWith(`@${domain}`));
      return ok({
        senders: found.map(({ serial: id, name, email }) => ({ id, name, email, active: true, ips: [] })),
      });
    }),
    route('POST', '/senders', (request) => {
      const sender = read(fieldsOf(request.json()));
      if (senders.find(({ email }) => email === sender.email))
        throw refuse('duplicate_parameter', 'Sender already exists');
      return ok({ id: senders.add(sender).serial, spfError: false, dkimError: false }, 201);
    }),
    route('PUT', '/senders/:id', (request, { id }) => {
      const old = find(id);
      senders.update(old.id, read(fieldsOf(request.json()), old));
      return noContent;
    }),
    route('DELETE', '/senders/:id', (_request, { id }) => {
      senders.delete(find(id).id);
      return noContent;
    }),
    route('PUT', '/senders/:id/validate', (_request, { id }) => {
      find(id);
      return noContent;
    }),
  ];
}

const dnsRecords = {
  dkim_record: { type: 'TXT', value: 'k=rsa;p=sandbox', host_name: 'mail._domainkey', status: true },
  brevo_code: { type: 'TXT', value: 'brevo-code:sandbox', host_name: '@', status: true },
};

function domainRoutes(store: MailStore) {
  const domains = typedRows<object>(store, 'brevo domains');
  const path = '/senders/domains';
  const find = (name = '') => need(domains.get(name), missing);
  return [
    route('GET', path, () =>
      ok({
        domains: domains.all().map(({ id: domain_name, serial: id }) => {
          return { id, domain_name, authenticated: true, verified: true, ip: null };
        }),
      }),
    ),
    route('POST', path, (request) => {
      const name = textOf(fieldsOf(request.json())['name']) ?? '';
      if (!/^[\w-]+(?:\.[\w-]+)+$/.test(name)) throw refuse('invalid_parameter', 'Invalid domain name');
      if (domains.get(name)) throw refuse('duplicate_parameter', 'Domain already exists');
      const { serial: id } = domains.add({}, name);
      const message = 'Domain added successfully. To authenticate it, add following DNS records';
      return ok({ id, domain_name: name, domain_provider: 'sandbox', message, dns_records: dnsRecords });
    }),
    route('GET', `${path}/:name`, (_request, { name }) => {
      const { id: domain } = find(name);
      return ok({ domain, verified: true, authenticated: true, dns_records: dnsRecords });
    }),
    route('PUT', `${path}/:name/authenticate`, (_request, { name }) => {
      const { id: domain_name } = find(name);
      return ok({ domain_name, message: 'Domain has been authenticated successfully.' });
    }),
    route('DELETE', `${path}/:name`, (_request, { name }) => {
      domains.delete(find(name).id);
      return noContent;
    }),
  ];
}
