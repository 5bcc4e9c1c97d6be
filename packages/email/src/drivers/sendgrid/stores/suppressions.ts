import { defineRequest } from '@org/core/driver';
import {
  cannotCarry,
  deleteItem,
  getItem,
  type ItemPath,
  itemRequest,
  quotableWords,
  readJson,
} from '../../../driver.ts';
import type { Suppression, SuppressionInput, SuppressionReason } from '../../../resources.ts';
import * as z from '../../../wire/schema.ts';
import { readGroupId } from '../encode.ts';
import { classifyMissing } from '../errors.ts';
import { fromEpochSeconds, isGone } from '../wire.ts';

/** The lists that SendGrid fills itself, by their name in the path. */
export const ownLists = {
  bounces: 'hard-bounce',
  blocks: 'block',
  invalid_emails: 'invalid',
  spam_reports: 'complaint',
} as const satisfies Readonly<Record<string, SuppressionReason>>;

export type OwnList = keyof typeof ownLists;

export const ownListNames = Object.keys(ownLists) as readonly OwnList[];

const wireEntry = z.object({ email: z.string(), created: z.nullish(z.number()), reason: z.optionalText() });
export const wireEntries = z.array(wireEntry);

export function mapEntry(
  { email, created, reason }: z.infer<typeof wireEntry>,
  of: SuppressionReason,
): Suppression {
  return {
    email,
    reason: of,
    scope: 'account',
    description: reason ? quotableWords(reason) : undefined,
    createdAt: fromEpochSeconds(created),
    removable: true,
  };
}

const wireGroups = z.object({
  suppressions: z.array(z.object({ id: z.number(), suppressed: z.nullish(z.boolean()) })),
});
const wireGlobal = z.object({ recipient_email: z.string() });
const wireAdded = z.object({ recipient_emails: z.tuple([z.string()], z.string()) });

/** Someone who unsubscribed: from everything, or from the mails of one group. */
export function unsubscribed(email: string, groupId?: string, createdAt?: Date): Suppression {
  const where =
    groupId === undefined ? { scope: 'account' as const } : { scope: 'group' as const, scopeId: groupId };
  return { email, reason: 'unsubscribe', ...where, createdAt, removable: true };
}

/** An address on one of SendGrid's own lists. */
export interface SuppressionEntry {
  readonly list: OwnList;
  readonly email: string;
}

const entryPath = (list: OwnList): ItemPath => `/v3/suppression/${list}/{email}`;
const globalPath = '/v3/asm/suppressions/global/{email}';

export const suppressionOperations = {
  'suppression.readEntry': defineRequest({
    safety: 'read',
    encode: ({ list, email }: SuppressionEntry) => itemRequest('GET', entryPath(list), email),
    decode: (response, { list }): readonly Suppression[] => {
      if (response.status === 404) return [];
      return wireEntries.parse(response.json()).map((entry) => mapEntry(entry, ownLists[list]));
    },
    classify: classifyMissing,
  }),
  'suppression.readGlobal': getItem(globalPath, (response): readonly Suppression[] => {
    // Of an address that is not suppressed.
    if (response.text().trim() === '{}') return [];
    return [unsubscribed(wireGlobal.parse(response.json()).recipient_email)];
  }),
  'suppression.readGroups': getItem(
    '/v3/asm/suppressions/{email}',
    (response, email): readonly Suppression[] =>
      wireGroups
        .parse(response.json())
        .suppressions.filter(({ suppressed }) => suppressed)
        .map(({ id }) => unsubscribed(email, String(id))),
  ),
  'suppression.add': defineRequest({
    safety: 'idempotent',
    encode: ({ email, reason = 'unsubscribe', scopeId }: SuppressionInput) => {
      if (reason !== 'unsubscribe')
        throw cannotCarry('sendgrid', 'reason', "must be 'unsubscribe': SendGrid fills the other lists");
      const json = { recipient_emails: [email] };
      if (scopeId === undefined) return { method: 'POST', path: '/v3/asm/suppressions/global', json };
      const group = readGroupId(scopeId, 'scopeId');
      return { method: 'POST', path: `/v3/asm/groups/${group}/suppressions`, json };
    },
    isAccepted: (response) => readJson(wireAdded, response.json()) !== undefined,
  }),
  'suppression.removeEntry': defineRequest({
    safety: 'idempotent',
    encode: ({ list, email }: SuppressionEntry) => itemRequest('DELETE', entryPath(list), email),
    isAccepted: isGone,
    classify: classifyMissing,
  }),
  'suppression.removeGlobal': deleteItem(globalPath, isGone, classifyMissing),
  'suppression.removeFromGroup': defineRequest({
    safety: 'idempotent',
    encode: ({ email, scopeId }: { readonly email: string; readonly scopeId: string }) => {
      const group = readGroupId(scopeId, 'scopeId');
      return itemRequest('DELETE', `/v3/asm/groups/${group}/suppressions/{email}`, email);
    },
    isAccepted: isGone,
    classify: classifyMissing,
  }),
};
