import { type DoorContext, type Message, outcomesOf, route } from '../../kit.ts';
import { dateOf, mailjetConventions, stop, wrap } from './wire.ts';

const steps: Readonly<Record<string, number>> = { Hour: 3_600_000, Day: 86_400_000 };

function countsOf(messages: readonly Message[]) {
  const outcomes = messages.flatMap(outcomesOf);
  const count = (kind: string) => outcomes.filter((outcome) => outcome.kind === kind).length;
  return {
    Total: messages.reduce((sum, { recipients }) => sum + recipients.length, 0),
    MessageSentCount: count('delivered'),
    MessageDeferredCount: count('deferred'),
    MessageHardBouncedCount: count('bounced'),
    MessageSoftBouncedCount: 0,
    MessageBlockedCount: count('suppressed'),
    MessageOpenedCount: count('opened'),
    MessageClickedCount: count('clicked'),
    MessageSpamCount: count('complained'),
    MessageUnsubscribedCount: count('unsubscribed'),
    MessageQueuedCount: 0,
    MessageWorkFlowExitedCount: 0,
  };
}

/** The counts of messages, and what is known of each. */
export function statisticRoutes({ store }: DoorContext) {
  const own = () => store.messages.all().filter(({ service }) => service === 'mailjet');
  const view = ({ id, createdAt, recipients }: Message) => ({
    ID: id,
    CampaignID: 0,
    ClickTrackedCount: 0,
    ContactID: 0,
    CreatedAt: dateOf(createdAt),
    MessageSize: store.mailbox.get(id)?.raw.byteLength ?? 0,
    OpenTrackedCount: 0,
    RcptCount: recipients.length,
    SpamAssassinScore: 0,
    SendStartAt: dateOf(createdAt),
  });
  return [
    route('GET', '/v3/REST/statcounters', ({ query }) => {
      const [source, resolution] = [query.get('CounterSource'), query.get('CounterResolution') ?? 'Lifetime'];
      if (source !== 'APIKey') throw stop(400, 'The sandbox has CounterSource=APIKey alone.');
      const step = steps[resolution];
      const common = { APIKeyID: 1, SourceID: 1 };
      if (step === undefined) return wrap([{ ...common, Timeslice: '', ...countsOf(own()) }]);
      const slices = new Map<number, Message[]>();
      for (const message of own()) {
        const at = Math.floor(message.createdAt / step) * step;
        slices.set(at, [...(slices.get(at) ?? []), message]);
      }
      return wrap([...slices].map(([at, all]) => ({ ...common, Timeslice: dateOf(at), ...countsOf(all) })));
    }),
    route('GET', '/v3/REST/messageinformation', (request) =>
      mailjetConventions.list(own().map(view), request, 'messageinformation'),
    ),
    route('GET', '/v3/REST/messageinformation/:id', (_request, { id }) => {
      const found = own().filter((message) => message.id === id);
      if (found.length === 0) throw stop(404, 'Object not found');
      return wrap(found.map(view));
    }),
  ];
}
