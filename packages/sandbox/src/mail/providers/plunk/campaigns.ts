import {
  type Campaign,
  type Contact,
  contactBook,
  type DoorContext,
  dateOf,
  type Fields,
  instantOf,
  type MailStore,
  need,
  ok,
  resource,
  route,
  type SandboxRequest,
  textOf,
} from '../../kit.ts';
import { failure } from './failure.ts';
import { email, oneOf, readBody, readShape, text, uuid } from './fields.ts';
import { type Outgoing, sendToAll } from './send.ts';
import { contentShape, emptyContent, requireVerified } from './templates.ts';
import { datesOf, isFound, plunkConventions } from './wire.ts';

const statuses = ['DRAFT', 'SCHEDULED', 'SENDING', 'SENT', 'CANCELLED'];
const audiences = oneOf(['ALL', 'SEGMENT', 'FILTERED']);
const shape = {
  ...contentShape,
  name: text(1),
  description: text(),
  audienceType: audiences,
  segmentId: uuid,
};
const required = ['name', 'subject', 'body', 'from', 'audienceType'];
const draft = { status: 'DRAFT', sentCount: 0 };

const missing = () => failure(404, 'Campaign not found', { code: 'CAMPAIGN_NOT_FOUND' });
const refused = (message: string) => failure(400, message, { code: 'BAD_REQUEST' });
const done = (data: unknown, status = 200) => ok({ success: true, data }, status);

function view(campaign: Campaign) {
  const { id, name, subject, status, sentCount, own } = campaign;
  const empty = { ...emptyContent, segmentId: null, scheduledFor: null, sentAt: null };
  const counts = { totalRecipients: sentCount, sentCount };
  return { ...empty, ...own, id, name, subject, status, ...counts, ...datesOf(campaign) };
}

/** `/campaigns` and below. A campaign for later stays scheduled: the sandbox has no clock for it. */
export function campaignRoutes(context: DoorContext) {
  const { campaigns } = context.store;
  const find = (id: string): Campaign => need(campaigns.get(id), missing);
  const update = (id: string, change: Partial<Campaign>) =>
    done(view(campaigns.update(id, change) ?? find(id)));
  const require = (id: string, allowed: readonly string[], problem: string): Campaign => {
    const campaign = find(id);
    if (!allowed.includes(campaign.status)) throw refused(problem);
    return campaign;
  };
  const send = async (request: SandboxRequest, campaign: Campaign) => {
    const { id, own } = campaign;
    const { scheduledFor } = readBody(request);
    if (scheduledFor !== undefined && scheduledFor !== null) {
      const at = need(instantOf(scheduledFor), () => refused('Invalid scheduledFor date format'));
      return update(id, { status: 'SCHEDULED', own: { ...own, scheduledFor: dateOf(at) } });
    }
    const audience = audienceOf(context, campaign);
    const everyone = audience.map(({ email: address }) => ({ name: '', address }));
    sendToAll(context, contentOf(campaign), everyone);
    const sentAt = dateOf(context.store.now());
    return update(id, { status: 'SENT', sentCount: audience.length, own: { ...own, sentAt } });
  };
  return [
    ...resource(plunkConventions, '/campaigns', campaigns, {
      name: 'Campaign',
      view,
      rows: ({ query }) => listed(campaigns.all(), query),
      read: (body, old) => readContent(context.store, body, old),
      missing,
      changeMethod: 'PUT',
      added: (answer) => done(answer.view, 201),
      shown: (answer) => done(answer.view),
      changed: (answer) => done(answer.view),
      removed: () => ok({ success: true, message: 'Campaign deleted successfully' }),
    }),
    route('POST', '/campaigns/:id/duplicate', (_request, { id = '' }) => {
      const { name, subject, own } = find(id);
      const copied = { name: `${name} (Copy)`, subject, own: { ...own, scheduledFor: null, sentAt: null } };
      return done(view(campaigns.add({ ...copied, ...draft })), 201);
    }),
    route('POST', '/campaigns/:id/send', (request, { id = '' }) =>
      send(request, require(id, ['DRAFT', 'SCHEDULED'], 'Campaign cannot be sent')),
    ),
    route('POST', '/campaigns/:id/cancel', (_request, { id = '' }) => {
      require(id, ['SCHEDULED', 'SENDING'], 'Can only cancel scheduled or sending campaigns');
      return update(id, { status: 'CANCELLED' });
    }),
    route('GET', '/campaigns/:id/stats', (_request, { id = '' }) => done(statsOf(find(id)))),
    route('POST', '/campaigns/:id/test', async (request, { id = '' }) => {
      const { email: address = '' } = readShape(readBody(request), { email }, ['email']);
      const content = contentOf(find(id));
      const outgoing = { ...content, subject: `[TEST] ${content.subject}` };
      sendToAll(context, outgoing, [{ name: '', address }]);
      return ok({ success: true, message: `Test email sent to ${address}` });
    }),
  ];
}

/** The content after a change. @throws {Problem} 422, or 400 for an audience that is not complete */
function readContent(store: MailStore, body: Fields, old?: Campaign) {
  const content = readShape(body, shape, old ? [] : required);
  const { name = old?.name ?? '', subject = old?.subject ?? '', ...own } = content;
  if (own.audienceType === 'SEGMENT' && own.segmentId === undefined)
    throw refused('Segment ID is required for SEGMENT audience type');
  if (own.audienceType === 'FILTERED') throw refused('The sandbox evaluates no conditions');
  if (!old) requireVerified(store, own.from);
  return { ...draft, ...old, name, subject, own: { ...old?.own, ...own } };
}

function contentOf({ subject, own }: Campaign): Outgoing {
  const address = textOf(own['from']) ?? '';
  return {
    from: { name: textOf(own['fromName']) ?? '', address },
    subject,
    body: textOf(own['body']) ?? '',
    replyTo: textOf(own['replyTo']),
  };
}

/** The newest first. */
function listed(campaigns: readonly Campaign[], query: URLSearchParams): readonly Campaign[] {
  const status = query.get('status');
  if (status !== null && !statuses.includes(status)) throw refused('Invalid status value');
  return campaigns
    .toReversed()
    .filter((campaign) => status === null || campaign.status === status)
    .filter(({ name, subject, own }) => isFound(query, [name, subject, own['from']]));
}

/** A marketing campaign reaches subscribed contacts only. */
function audienceOf({ store }: DoorContext, { own }: Campaign): readonly Contact[] {
  const segment = textOf(own['segmentId']);
  if (segment !== undefined && !store.lists.get(segment)) throw failure(404, 'Segment not found');
  const all = segment === undefined ? store.contacts.all() : contactBook(store).membersOf(segment);
  return all.filter(({ unsubscribed }) => !unsubscribed || (own['type'] ?? 'MARKETING') !== 'MARKETING');
}

function statsOf({ sentCount }: Campaign) {
  const none = { openedCount: 0, clickedCount: 0, bouncedCount: 0, complainedCount: 0, unsubscribedCount: 0 };
  const rates = { openRate: 0, clickRate: 0, bounceRate: 0 };
  return { totalRecipients: sentCount, sentCount, deliveredCount: sentCount, ...none, ...rates };
}
