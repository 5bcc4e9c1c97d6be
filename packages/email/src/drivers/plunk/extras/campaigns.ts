// Loaded with the first call of a campaign.
import type { CallOptions, RawRequest } from '@org/core';
import { type PagedList, paginate } from '@org/core/paging';
import {
  jsonSchema,
  oneOf,
  type Reader,
  readDate,
  readEmail,
  readerOf,
  readFilledText,
  readInput,
  readObject,
  readPageSize,
  readText,
  templateReaders,
  toDate,
} from '../../../driver.ts';
import * as z from '../../../wire/schema.ts';
import { mapTemplate, templateFields, withoutUndefined } from '../decode.ts';
import { convertToPlunkTemplate } from '../encode.ts';
import { callPlunk, dataSchema } from './api-calls.ts';
import type {
  PlunkAudience,
  PlunkCampaign,
  PlunkCampaignFilter,
  PlunkCampaignInput,
  PlunkCampaignStats,
  PlunkCampaignStatus,
  PlunkCondition,
} from './campaign-model.ts';
import type { PlunkRequests } from './model.ts';

const wireCampaign = z.object({
  ...templateFields,
  status: z.optionalText(),
  audienceType: z.optionalText(),
  audienceCondition: z.nullish(z.looseObject({})),
  segmentId: z.optionalText(),
  scheduledFor: z.optionalText(),
  sentAt: z.optionalText(),
});

type WireCampaign = z.infer<typeof wireCampaign>;

const statuses: readonly Exclude<PlunkCampaignStatus, 'unknown'>[] = [
  'draft',
  'scheduled',
  'sending',
  'sent',
  'cancelled',
];

function audienceOf({ audienceType, segmentId, audienceCondition }: WireCampaign): PlunkAudience | undefined {
  if (audienceType === 'ALL') return 'all';
  if (typeof segmentId === 'string') return { segmentId };
  return audienceCondition ? { condition: audienceCondition as unknown as PlunkCondition } : undefined;
}

function mapCampaign(wire: WireCampaign): PlunkCampaign {
  return withoutUndefined({
    ...mapTemplate(wire),
    status: statuses.find((status) => status.toUpperCase() === wire.status) ?? 'unknown',
    audience: audienceOf(wire),
    sendAt: toDate(wire.scheduledFor),
    sentAt: toDate(wire.sentAt),
  });
}

const campaign = dataSchema(wireCampaign, mapCampaign);
const campaignPage = jsonSchema(
  z.object({ data: z.array(wireCampaign), page: z.number(), totalPages: z.number() }),
  ({ data, page, totalPages }) => ({
    items: data.map(mapCampaign),
    nextCursor: page < totalPages ? String(page + 1) : undefined,
  }),
);

const wireStats = z.object({
  totalRecipients: z.number(),
  sentCount: z.number(),
  deliveredCount: z.number(),
  openedCount: z.number(),
  clickedCount: z.number(),
  bouncedCount: z.number(),
  complainedCount: z.nullish(z.number()),
  unsubscribedCount: z.nullish(z.number()),
});
const campaignStats = dataSchema(
  wireStats,
  (wire): PlunkCampaignStats =>
    withoutUndefined({
      recipients: wire.totalRecipients,
      sent: wire.sentCount,
      delivered: wire.deliveredCount,
      opened: wire.openedCount,
      clicked: wire.clickedCount,
      bounced: wire.bouncedCount,
      complained: wire.complainedCount ?? undefined,
      unsubscribed: wire.unsubscribedCount ?? undefined,
    }),
);

const succeeded = jsonSchema(z.object({ success: z.literal(true) }), () => undefined);

const readAudience = readerOf(
  (value): value is PlunkAudience =>
    value === 'all' ||
    (typeof value === 'object' && value !== null && ('segmentId' in value || 'condition' in value)),
  "must be 'all', { segmentId } or { condition }",
);
const { text: _, ...contentReaders } = templateReaders;
const campaignReaders = { ...contentReaders, audience: readAudience as Reader<PlunkAudience> };
const requiredOfCampaign = ['name', 'subject', 'html', 'from', 'audience'] as const;
const filterReaders = {
  search: readText,
  status: oneOf(...statuses),
  pageSize: readPageSize,
  cursor: readFilledText,
};

function convertToCampaign({ audience, ...content }: Partial<PlunkCampaignInput>) {
  return { ...convertToPlunkTemplate(content), ...convertToAudience(audience) };
}

function convertToAudience(audience: PlunkAudience | undefined): object {
  if (audience === undefined) return {};
  if (audience === 'all') return { audienceType: 'ALL' };
  return 'segmentId' in audience
    ? { audienceType: 'SEGMENT', segmentId: audience.segmentId }
    : { audienceType: 'FILTERED', audienceCondition: audience.condition };
}

function at(method: RawRequest['method'], id: string, below = '', json?: object): RawRequest {
  return { method, path: `/campaigns/{id}${below}`, params: { id }, json };
}

type SendOptions = CallOptions & { readonly sendAt?: Date | undefined };

/** `/campaigns` of Plunk's API: apps/wiki/openapi.json and `controllers/Campaigns.ts` of its source. */
export function createCampaignCalls(client: PlunkRequests) {
  const call = (request: RawRequest, options?: CallOptions) => callPlunk(client, request, campaign, options);
  return {
    list: (filter: PlunkCampaignFilter, options?: CallOptions): PagedList<PlunkCampaign> =>
      paginate({
        cursor: filter.cursor,
        signal: options?.signal,
        fetchPage: async (page) => {
          const { search, status, pageSize } = readObject('filter of campaigns', filter, filterReaders);
          const query = { page, pageSize, search, status: status?.toUpperCase() };
          return callPlunk(client, { method: 'GET', path: '/campaigns', query }, campaignPage, options);
        },
      }),
    get: (id: string, options?: CallOptions) => call(at('GET', id), options),
    create: async (input: PlunkCampaignInput, options?: CallOptions) => {
      const json = convertToCampaign(readObject('campaign', input, campaignReaders, requiredOfCampaign));
      return call({ method: 'POST', path: '/campaigns', json }, options);
    },
    update: async (id: string, changes: Partial<PlunkCampaignInput>, options?: CallOptions) => {
      const json = convertToCampaign(readObject('change of the campaign', changes, campaignReaders));
      return call(at('PUT', id, '', json), options);
    },
    delete: (id: string, options?: CallOptions) => callPlunk(client, at('DELETE', id), succeeded, options),
    duplicate: (id: string, options?: CallOptions) => call(at('POST', id, '/duplicate'), options),
    send: async (id: string, { sendAt, ...options }: SendOptions = {}) => {
      if (sendAt !== undefined)
        readInput('The campaign cannot be sent', (report) => readDate(sendAt, 'sendAt', report));
      const json = sendAt === undefined ? {} : { scheduledFor: sendAt.toISOString() };
      return call(at('POST', id, '/send', json), options);
    },
    cancel: (id: string, options?: CallOptions) => call(at('POST', id, '/cancel'), options),
    sendTest: async (id: string, address: string, options?: CallOptions) => {
      const email = readInput('The address is not valid', (report) => readEmail(address, 'email', report));
      return callPlunk(client, at('POST', id, '/test', { email }), succeeded, options);
    },
    stats: (id: string, options?: CallOptions) =>
      callPlunk(client, at('GET', id, '/stats'), campaignStats, options),
  };
}
