import { type DoorContext, dateOf, namedOutcomes, need, route } from '../../kit.ts';
import { domainsOf } from './domains.ts';
import { eventTypes } from './events.ts';
import { emailIdOf, ownMessages } from './messages.ts';
import { viewRecipient } from './recipients.ts';
import { found, idOf, listIn, mailersendConventions, missing, rangeIn } from './wire.ts';

/** The events of messages, of one domain or by id. */
export function activityRoutes({ store }: DoorContext) {
  const all = () =>
    ownMessages(store).flatMap((message) => {
      const { from, subject, labels, createdAt, updatedAt } = message;
      const sent = message.recipients.map((recipient) => ({ recipient, name: 'sent', at: createdAt }));
      return [...sent, ...namedOutcomes(message, eventTypes)].map(({ recipient, name: type, at }) => {
        const email = {
          ...{ id: emailIdOf(message, recipient), from, subject, text: null, html: null, status: 'sent' },
          ...{ tags: labels.tags ?? null, created_at: dateOf(createdAt), updated_at: dateOf(updatedAt) },
          recipient: viewRecipient(message, recipient),
        };
        const id = idOf(`${email.id} ${type} ${at}`);
        return { id, created_at: dateOf(at), updated_at: dateOf(at), type, email, at };
      });
    });
  const view = ({ at: _, ...event }: ReturnType<typeof all>[number]) => event;
  return [
    route('GET', '/v1/activity/:id', (request, { id = '' }) => {
      const { own } = need(domainsOf(store).get(id), missing);
      const range = rangeIn(request);
      const types = listIn(request.query, 'event');
      const events = all()
        .filter(({ email, at }) => email.from.endsWith(`@${own['name']}`) && range.has(at))
        .filter(({ type }) => types.length === 0 || types.includes(type));
      return mailersendConventions.list(events.map(view), request, 'activity');
    }),
    route('GET', '/v1/activities/:id', (_request, { id }) =>
      found(
        view(
          need(
            all().find((event) => event.id === id),
            missing,
          ),
        ),
      ),
    ),
  ];
}
