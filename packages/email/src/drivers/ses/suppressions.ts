import type { Classify } from '@org/core';
import { defineRequest, textAt } from '@org/core/driver';
import {
  cannotCarry,
  getItem,
  itemRequest,
  ownValue,
  type Page,
  refuseFields,
  wordFor,
} from '../../driver.ts';
import type { Suppression, SuppressionFilter, SuppressionInput, SuppressionReason } from '../../resources.ts';
import { readSuppression, suppressionsAt } from '../../tables/index.ts';
import { classify, isMissing } from './errors.ts';
import { provesCall } from './response.ts';

const collection = '/v2/email/suppression/addresses';
const item = `${collection}/{address}`;

const fields = {
  email: 'EmailAddress',
  reason: 'Reason',
  createdAt: 'LastUpdateTime',
  reasons: { BOUNCE: 'hard-bounce', COMPLAINT: 'complaint' },
} as const;

const encodeReason = (reason: SuppressionReason) => wordFor('ses', 'reason', fields.reasons, reason);

const entries = suppressionsAt('SuppressedDestinationSummaries', fields);
const found = 'SuppressedDestination';

// An address that is not on the list is an answer, and no failure.
const classifyMissing: Classify = (response, context) =>
  isMissing(response) ? undefined : classify(response, context);

/** Requests of `suppressions`: the list of the account. */
export const suppressionOperations = {
  'suppression.check': getItem(
    item,
    (response): readonly Suppression[] =>
      response.status === 404 ? [] : [readSuppression(ownValue(response.json(), found), fields, found)],
    classifyMissing,
  ),
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
    decode: (response): Page<Suppression> => ({
      items: entries(response),
      nextCursor: textAt(response.json(), 'NextToken'),
    }),
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
      return itemRequest('DELETE', item, input.email);
    },
    classify: classifyMissing,
    isAccepted: provesCall,
  }),
};
