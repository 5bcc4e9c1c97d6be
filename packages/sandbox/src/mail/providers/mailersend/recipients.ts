import { type DoorContext, dateOf, type Message, need, ownTable, route } from '../../kit.ts';
import { domainsOf } from './domains.ts';
import { found, idOf, mailersendConventions, missing } from './wire.ts';

/** A recipient as MailerSend shows it: an address that got mail has an id. */
export function viewRecipient({ createdAt, updatedAt }: Message, email: string) {
  const times = { created_at: dateOf(createdAt), updated_at: dateOf(updatedAt), deleted_at: '' };
  return { id: idOf(email), email, ...times };
}

/** The addresses that got mail, of all domains or of one. */
export function recipientRoutes({ store }: DoorContext) {
  const removed = ownTable(store, 'mailersend removed recipients');
  const mails = (domain?: string) =>
    store.messages
      .all()
      .filter(
        ({ service, from }) =>
          service === 'mailersend' && (domain === undefined || from.endsWith(`@${domain}`)),
      )
      .flatMap((message) => message.recipients.map((email) => ({ message, email })));
  const list = (domain?: string) => {
    const views = new Map(
      mails(domain).map(({ message, email }) => [email, viewRecipient(message, email)] as const),
    );
    return [...views.values()].filter(({ id }) => removed.get(id) === undefined);
  };
  const find = (id = '') =>
    need(
      list().find((each) => each.id === id),
      missing,
    );
  return [
    route('GET', '/v1/recipients', (request) => {
      const domain = request.query.get('domain_id');
      const name = domain === null ? undefined : String(domainsOf(store).get(domain)?.own['name'] ?? '');
      return mailersendConventions.list(list(name), request, 'recipients');
    }),
    route('GET', '/v1/recipients/:id', (_request, { id }) => {
      const recipient = find(id);
      const emails = mails()
        .filter(({ email }) => email === recipient.email)
        .map(({ message: { id: message, from, subject, createdAt } }) => {
          return { id: idOf(`${message} ${recipient.email}`), from, subject, created_at: dateOf(createdAt) };
        });
      return found({ ...recipient, emails });
    }),
    route('DELETE', '/v1/recipients/:id', (_request, { id }) => {
      removed.add({}, find(id).id);
      return { status: 202 };
    }),
    route('GET', '/v1/domains/:id/recipients', (request, { id = '' }) => {
      const { own } = need(domainsOf(store).get(id), missing);
      return mailersendConventions.list(list(String(own['name'])), request, 'recipients');
    }),
  ];
}
