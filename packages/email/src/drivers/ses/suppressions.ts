import type { Classify } from '@org/core';
import { defineRequest } from '@org/core/driver';
import { cannotCarry, jsonSchema, type Page, refuseFields } from '../../driver.ts';
import type { Suppression, SuppressionFilter, SuppressionInput, SuppressionReason } from '../../resources.ts';
import * as z from '../../wire/schema.ts';
import { pathOf } from './encode.ts';
import { classify, isMissing } from './errors.ts';
import { provesCall, timeOf } from './response.ts';

const collection = '/v2/email/suppression/addresses';
const item = `${collection}/{address}`;

const entry = () =>
  z.object({ EmailAddress: z.string(), Reason: z.string(), LastUpdateTime: z.nullish(z.number()) });

function mapEntry({ EmailAddress, Reason, LastUpdateTime }: z.infer<ReturnType<typeof entry>>): Suppression {
  const createdAt = timeOf(LastUpdateTime);
  return {
    email: EmailAddress,
    reason: Reason === 'BOUNCE' ? 'hard-bounce' : Reason === 'COMPLAINT' ? 'complaint' : 'other',
    scope: 'account',
    ...(createdAt === undefined ? {} : { createdAt }),
    removable: true,
  };
}

const found = z.object({ SuppressedDestination: entry() });

const page = jsonSchema(
  z.object({ SuppressedDestinationSummaries: z.array(entry()), NextToken: z.nullish(z.string()) }),
  ({ SuppressedDestinationSummaries, NextToken }): Page<Suppression> => ({
    items: SuppressedDestinationSummaries.map(mapEntry),
    nextCursor: NextToken ?? undefined,
  }),
);

function encodeReason(reason: SuppressionReason): string {
  if (reason === 'hard-bounce') return 'BOUNCE';
  if (reason === 'complaint') return 'COMPLAINT';
  throw cannotCarry('ses', 'reason', "must be 'hard-bounce' or 'complaint': SES has no other reasons");
}

// An address that is not on the list is an answer, and no failure.
const classifyMissing: Classify = (response, context) =>
  isMissing(response) ? undefined : classify(response, context);

/** Requests of `suppressions`: the list of the account. */
export const suppressionOperations = {
  'suppression.check': defineRequest({
    safety: 'read',
    classify: classifyMissing,
    encode: (email: string) => ({ method: 'GET', ...pathOf(item, email) }),
    decode: (response): readonly Suppression[] =>
      response.status === 404 ? [] : [mapEntry(found.parse(response.json()).SuppressedDestination)],
  }),
  'suppression.list': defineRequest({
    safety: 'read',
    encode: (filter: SuppressionFilter) => {
      refuseFields('ses', filter, ['scopeId']);
      const query = {
        Reason: filter.reason && encodeReason(filter.reason),
        StartDate: filter.from?.toISOString(),
        EndDate: filter.to?.toISOString(),
        PageSize: filter.pageSize,
        NextToken: filter.cursor,
      };
      return { method: 'GET', path: collection, query };
    },
    decode: page,
  }),
  'suppression.add': defineRequest({
    safety: 'idempotent',
    encode: (input: SuppressionInput) => {
      refuseFields('ses', input, ['scopeId']);
      const json = { EmailAddress: input.email, Reason: encodeReason(input.reason ?? 'hard-bounce') };
      return { method: 'PUT', path: collection, json };
    },
    isAccepted: provesCall,
  }),
  'suppression.remove': defineRequest({
    safety: 'idempotent',
    encode: (input: SuppressionInput) => {
      refuseFields('ses', input, ['scopeId']);
      if (input.reason !== undefined)
        throw cannotCarry(
          'ses',
          'reason',
          'is not possible: SES has one entry for an address',
          'Leave it out.',
        );
      return { method: 'DELETE', ...pathOf(item, input.email) };
    },
    classify: classifyMissing,
    isAccepted: provesCall,
  }),
};
