import { randomUUID } from 'node:crypto';
import type { SandboxRequest } from '../../http/exchange.ts';
import { type Route, route } from '../../http/router.ts';
import type { Contact } from './contact-book.ts';
import { PlunkFailure } from './failure.ts';
import { createFieldReader, type FieldReader } from './fields.ts';
import { readFields } from './json-body.ts';
import { type PlunkProject, requireVerifiedSender } from './project.ts';
import { pageOf } from './segments.ts';
import { sendContent } from './send.ts';
import { templateTypes } from './template-store.ts';

const statuses = ['DRAFT', 'SCHEDULED', 'SENDING', 'SENT', 'CANCELLED'] as const;

/** The content of a campaign. */
interface CampaignContent {
  readonly name: string;
  readonly description: string | null;
  readonly subject: string;
  readonly body: string;
  readonly from: string;
  readonly fromName: string | null;
  readonly replyTo: string | null;
  readonly type: string;
  readonly audienceType: string;
  readonly segmentId: string | null;
}

/** A campaign of the API. */
export interface Campaign extends CampaignContent {
  readonly id: string;
  readonly status: (typeof statuses)[number];
  readonly scheduledFor: string | null;
  readonly sentAt: string | null;
  readonly totalRecipients: number;
  readonly sentCount: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

const maxCampaigns = 1000;

/** The campaigns of the project. */
export interface CampaignStore {
  /** @throws {PlunkFailure} 404 */
  get(id: string): Campaign;
  /** @throws {PlunkFailure} 404, or 400 in another state */
  require(id: string, allowed: readonly Campaign['status'][], problem: string): Campaign;
  put(campaign: Campaign): Campaign;
  create(content: CampaignContent): Campaign;
  delete(id: string): void;
  /** The newest first. */
  all(): readonly Campaign[];
}

export function createCampaignStore(project: Pick<PlunkProject, 'verifiedDomains' | 'now'>): CampaignStore {
  const byId = new Map<string, Campaign>();
  const timestamp = (): string => new Date(project.now()).toISOString();
  const get = (id: string): Campaign => {
    const campaign = byId.get(id);
    if (campaign === undefined)
      throw new PlunkFailure(404, 'Campaign not found', { code: 'CAMPAIGN_NOT_FOUND' });
    return campaign;
  };
  const put = (campaign: Campaign): Campaign => {
    const updated = { ...campaign, updatedAt: timestamp() };
    byId.set(campaign.id, updated);
    return updated;
  };
  return {
    get,
    put,
    all: () => [...byId.values()].reverse(),
    delete: (id) => void byId.delete(get(id).id),
    require: (id, allowed, problem) => {
      const campaign = get(id);
      if (allowed.includes(campaign.status)) return campaign;
      throw new PlunkFailure(400, problem, { code: 'BAD_REQUEST' });
    },
    create: (content) => {
      if (byId.size >= maxCampaigns) {
        throw new PlunkFailure(500, `The sandbox holds at most ${maxCampaigns} campaigns`, {
          code: 'DATABASE_ERROR',
        });
      }
      requireVerifiedSender(project, content.from);
      return put({ ...content, ...draft, id: randomUUID(), createdAt: timestamp(), updatedAt: '' });
    },
  };
}

const draft = {
  status: 'DRAFT',
  scheduledFor: null,
  sentAt: null,
  totalRecipients: 0,
  sentCount: 0,
} as const;

/** `/campaigns` and below. A campaign for later stays scheduled: the sandbox has no clock for it. */
export function campaignRoutes(project: PlunkProject, campaigns: CampaignStore): readonly Route[] {
  return [
    route('GET', '/campaigns', ({ query }) => ({
      status: 200,
      json: pageOf(filterCampaigns(campaigns.all(), query), query),
    })),
    route('POST', '/campaigns', (request) =>
      done(campaigns.create({ ...emptyContent, ...readContent(request, required) }), 201),
    ),
    route('GET', '/campaigns/:id', (_, { id = '' }) => done(campaigns.get(id))),
    route('PUT', '/campaigns/:id', (request, { id = '' }) =>
      done(campaigns.put({ ...campaigns.get(id), ...readContent(request) })),
    ),
    route('DELETE', '/campaigns/:id', (_, { id = '' }) => {
      campaigns.delete(id);
      return { status: 200, json: { success: true, message: 'Campaign deleted successfully' } };
    }),
    route('POST', '/campaigns/:id/duplicate', (_, { id = '' }) => {
      const copy = campaigns.get(id);
      return done(campaigns.create({ ...copy, name: `${copy.name} (Copy)` }), 201);
    }),
    route('POST', '/campaigns/:id/send', (request, { id = '' }) =>
      sendCampaign(project, campaigns, request, id),
    ),
    route('POST', '/campaigns/:id/cancel', (_, { id = '' }) => {
      const problem = 'Can only cancel scheduled or sending campaigns';
      const campaign = campaigns.require(id, ['SCHEDULED', 'SENDING'], problem);
      return done(campaigns.put({ ...campaign, status: 'CANCELLED' }));
    }),
    route('GET', '/campaigns/:id/stats', (_, { id = '' }) => done(statsOf(campaigns.get(id)))),
    route('POST', '/campaigns/:id/test', async (request, { id = '' }) => {
      const reader = createFieldReader();
      const email = reader.email('email', readFields(request)['email']) ?? '';
      reader.finish();
      const campaign = campaigns.get(id);
      const { contact } = project.contacts.upsert(email, {}, false);
      await sendContent(project, { ...campaign, subject: `[TEST] ${campaign.subject}` }, contact);
      return { status: 200, json: { success: true, message: `Test email sent to ${email}` } };
    }),
  ];
}

async function sendCampaign(
  project: PlunkProject,
  campaigns: CampaignStore,
  request: SandboxRequest,
  id: string,
) {
  const campaign = campaigns.require(id, ['DRAFT', 'SCHEDULED'], 'Campaign cannot be sent');
  const { scheduledFor } = readFields(request);
  if (scheduledFor !== undefined && scheduledFor !== null) {
    const at = new Date(String(scheduledFor));
    if (Number.isNaN(at.getTime()))
      throw new PlunkFailure(400, 'Invalid scheduledFor date format', { code: 'BAD_REQUEST' });
    return done(campaigns.put({ ...campaign, status: 'SCHEDULED', scheduledFor: at.toISOString() }));
  }
  const audience = audienceOf(project, campaign);
  for (const contact of audience) await sendContent(project, campaign, contact);
  const counts = { totalRecipients: audience.length, sentCount: audience.length };
  const sentAt = new Date(project.now()).toISOString();
  return done(campaigns.put({ ...campaign, ...counts, status: 'SENT', sentAt }));
}

function done(data: unknown, status = 200) {
  return { status, json: { success: true, data } };
}

const required = ['name', 'subject', 'body', 'from', 'audienceType'];

const emptyContent: CampaignContent = {
  name: '',
  description: null,
  subject: '',
  body: '',
  from: '',
  fromName: null,
  replyTo: null,
  type: 'MARKETING',
  audienceType: 'ALL',
  segmentId: null,
};

type FieldRead = (reader: FieldReader, field: string, value: unknown) => unknown;

const readText: FieldRead = (reader, field, value) => reader.text(field, value, { minLength: 1 });

const contentFields: Readonly<Record<keyof CampaignContent, FieldRead>> = {
  name: readText,
  description: (reader, field, value) => reader.text(field, value),
  subject: readText,
  body: readText,
  from: (reader, field, value) => reader.email(field, value),
  fromName: (reader, field, value) => (value === null ? null : reader.text(field, value, { maxLength: 100 })),
  replyTo: (reader, field, value) => (value === null ? null : reader.email(field, value)),
  type: (reader, field, value) => reader.oneOf(field, value, templateTypes),
  audienceType: (reader, field, value) => reader.oneOf(field, value, ['ALL', 'SEGMENT', 'FILTERED']),
  segmentId: (reader, field, value) => reader.uuid(field, value),
};

/** @throws {PlunkFailure} 422, or 400 for an audience that is not complete */
function readContent(request: SandboxRequest, needed: readonly string[] = []): Partial<CampaignContent> {
  const fields = readFields(request);
  const reader = createFieldReader();
  const content = Object.entries(contentFields)
    .filter(([name]) => fields[name] !== undefined || needed.includes(name))
    .map(([name, read]) => [name, read(reader, name, fields[name])] as const);
  reader.finish();
  if (fields['audienceType'] === 'SEGMENT' && fields['segmentId'] === undefined)
    throw new PlunkFailure(400, 'Segment ID is required for SEGMENT audience type', { code: 'BAD_REQUEST' });
  if (fields['audienceType'] === 'FILTERED')
    throw new PlunkFailure(400, 'The sandbox evaluates no conditions', { code: 'BAD_REQUEST' });
  return Object.fromEntries(content);
}

function filterCampaigns(
  campaigns: readonly Campaign[],
  query: SandboxRequest['query'],
): readonly Campaign[] {
  const status = query.get('status');
  if (status !== null && !statuses.some((known) => known === status))
    throw new PlunkFailure(400, 'Invalid status value', { code: 'BAD_REQUEST' });
  const search = query.get('search')?.toLowerCase() ?? '';
  return campaigns
    .filter((campaign) => status === null || campaign.status === status)
    .filter(({ name, subject, from }) =>
      [name, subject, from].some((text) => text.toLowerCase().includes(search)),
    );
}

/** A marketing campaign reaches subscribed contacts only. */
function audienceOf({ contacts, segments }: PlunkProject, campaign: Campaign): readonly Contact[] {
  const all = campaign.segmentId === null ? contacts.all() : segments.membersOf(campaign.segmentId);
  return all.filter(({ subscribed }) => subscribed || campaign.type !== 'MARKETING');
}

function statsOf({ totalRecipients, sentCount }: Campaign) {
  const none = { openedCount: 0, clickedCount: 0, bouncedCount: 0, complainedCount: 0, unsubscribedCount: 0 };
  const rates = { openRate: 0, clickRate: 0, bounceRate: 0 };
  return { totalRecipients, sentCount, deliveredCount: sentCount, ...none, ...rates };
}
