import {
  type DoorContext,
  dateOf,
  type MailStore,
  type Message,
  namedOutcomes,
  need,
  type Outcome,
  ok,
  route,
  type SandboxRequest,
  suppressionBook,
} from '../../kit.ts';
import { isWithinDates, queryOf, slice, stop } from './wire.ts';

const bounceNames = { bounced: 'HardBounce', deferred: 'Transient', complained: 'SpamComplaint' };

/** The type of a bounce: postmarkapp.com/developer/api/bounce-api#bounce-types */
export const bounceTypes = {
  HardBounce: {
    Type: 'HardBounce',
    TypeCode: 1,
    Name: 'Hard bounce',
    Details: 'smtp;550 5.1.1 No such user',
  },
  Transient: {
    Type: 'Transient',
    TypeCode: 2,
    Name: 'Message delayed',
    Details: 'smtp;451 4.7.1 Try again later',
  },
  SpamComplaint: { Type: 'SpamComplaint', TypeCode: 100_001, Name: 'Spam complaint', Details: '' },
} as const;

/** The id of a bounce, the same in webhooks: made of the message and the place of its recipient. */
export function bounceIdOf(
  { serial, recipients }: Pick<Message, 'serial' | 'recipients'>,
  recipient: string,
): number {
  return serial * 1000 + recipients.indexOf(recipient);
}

interface Found extends Outcome {
  readonly message: Message;
  readonly name: string;
}

const dumpOf = ({ recipient, name }: Found) =>
  `Final-Recipient: rfc822; ${recipient}\nAction: failed\n${name}\n`;

/** The bounces of the store, newest first, and how Postmark shows them. */
function readBounces(store: MailStore) {
  const book = suppressionBook(store);
  const all = (): readonly Found[] =>
    store.messages
      .all()
      .filter(({ service }) => service === 'postmark')
      .toReversed()
      .flatMap((message) => namedOutcomes(message, bounceNames).map((outcome) => ({ ...outcome, message })));
  const view = ({ message, recipient, name, at }: Found) => {
    const type = bounceTypes[name as keyof typeof bounceTypes];
    const Inactive = book
      .list({ email: recipient })
      .some(({ reason }) => reason === 'bounce' || reason === 'complaint');
    return {
      ...{ RecordType: 'Bounce', ID: bounceIdOf(message, recipient), ...type, Description: type.Name },
      ...{ Tag: `${message.own['tag'] ?? ''}`, MessageID: message.id, ServerID: 1, Email: recipient },
      ...{ From: message.from, BouncedAt: dateOf(at), DumpAvailable: true, Inactive },
      ...{ CanActivate: name === 'HardBounce', Subject: message.subject },
      MessageStream: message.labels.stream ?? 'outbound',
    };
  };
  const find = (id: string) =>
    need(
      all().find(({ message, recipient }) => `${bounceIdOf(message, recipient)}` === id),
      () => stop(1001, 'Bounce not found.'),
    );
  return { all, view, find };
}

/** Bounces of messages, and complaints. */
export function bounceRoutes({ store }: DoorContext) {
  const { all, view, find } = readBounces(store);
  const counts = () => {
    const views = all().map(view);
    const Bounces = Object.values(bounceTypes)
      .map(({ Name, Type }) => ({ Name, Type, Count: views.filter((each) => each.Type === Type).length }))
      .filter(({ Count }) => Count > 0);
    const InactiveMails = new Set(views.filter((each) => each.Inactive).map(({ Email }) => Email)).size;
    return ok({ InactiveMails, Bounces: [{ Name: 'All', Count: views.length }, ...Bounces] });
  };
  return [
    // As the reference spells it, and as the SDK does.
    route('GET', '/deliverystats', counts),
    route('GET', '/deliveryStats', counts),
    route('GET', '/bounces/tags', () =>
      ok([...new Set(all().map((each) => view(each).Tag))].filter(Boolean)),
    ),
    route('GET', '/bounces', (request) => {
      const found = all()
        .map(view)
        .filter((each) => isWanted(request, each));
      return ok({ TotalCount: found.length, Bounces: slice(request, found) });
    }),
    route('GET', '/bounces/:id', (_request, { id = '' }) =>
      ok({ ...view(find(id)), Content: dumpOf(find(id)) }),
    ),
    route('GET', '/bounces/:id/dump', (_request, { id = '' }) => ok({ Body: dumpOf(find(id)) })),
    route('PUT', '/bounces/:id/activate', (_request, { id = '' }) => {
      const found = find(id);
      suppressionBook(store).remove({ email: found.recipient, reason: 'bounce' });
      return ok({ Message: 'OK', Bounce: view(found) });
    }),
  ];
}

type Bounce = ReturnType<ReturnType<typeof readBounces>['view']>;

/** Whether a bounce has what the query names. */
function isWanted(request: SandboxRequest, bounce: Bounce): boolean {
  const read = queryOf(request);
  const { Type, Inactive, Email, Tag, MessageID, MessageStream, BouncedAt } = bounce;
  const equals = { Type, Inactive, Tag, MessageID, MessageStream };
  return (
    Object.entries(equals).every(
      ([name, value]) => (read(name.toLowerCase()) ?? `${value}`) === `${value}`,
    ) &&
    Email.includes(read('emailfilter') ?? '') &&
    isWithinDates(request, Date.parse(BouncedAt))
  );
}
