import { defineRequest } from '@org/core/driver';
import { itemRequest, jsonSchema, refuseFields, toDate } from '../../driver.ts';
import type { Suppression, SuppressionFilter } from '../../resources.ts';
import * as z from '../../wire/schema.ts';
import { provesWrite } from './decode.ts';
import { hasField, withoutUndefined } from './failure-body.ts';

// docs.useplunk.com, guides, "Recipient suppression": rules of the project, which is not a list of bounces.
const wireRule = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.string(),
  pattern: z.string(),
  enabled: z.boolean(),
  createdAt: z.optionalText(),
});

/** A rule of Plunk: mail to matching addresses is kept and not sent. */
export type SuppressionRule = z.infer<typeof wireRule>;

const patternOf: Readonly<Record<string, (pattern: string) => string>> = {
  DOMAIN: (domain) => `*@${domain}`,
  PREFIX: (start) => `${start}*@*`,
  SUFFIX: (end) => `*${end}@*`,
};

/** Plunk's API deletes no rule. */
export function mapRule(
  rule: Pick<SuppressionRule, 'name' | 'kind' | 'pattern'> & {
    readonly createdAt?: string | null | undefined;
  },
): Suppression {
  return withoutUndefined({
    email: patternOf[rule.kind]?.(rule.pattern) ?? rule.pattern,
    reason: 'manual',
    scope: 'project',
    description: rule.name,
    createdAt: toDate(rule.createdAt),
    removable: false,
  } as const);
}

const wireRules = z.array(wireRule);
const wireMatch = z.object({ name: z.string(), kind: z.string(), pattern: z.string() });
const wirePreview = z.object({ suppressed: z.boolean(), match: z.unknown() });

export type RuleInput = Pick<SuppressionRule, 'name' | 'kind' | 'pattern' | 'enabled'>;

export const suppressionOperations = {
  'suppression.check': defineRequest({
    safety: 'read',
    encode: (address: string) => ({ method: 'POST', path: '/suppressions/preview', json: { address } }),
    decode: jsonSchema(wirePreview, ({ suppressed, match }): readonly Suppression[] =>
      suppressed ? [mapRule(wireMatch.parse(match))] : [],
    ),
  }),
  'suppression.rules': defineRequest({
    safety: 'read',
    encode: (filter: SuppressionFilter) => {
      refuseFields('plunk', filter, ['scopeId', 'from', 'to']);
      return { method: 'GET', path: '/suppressions' };
    },
    decode: jsonSchema(wireRules, (rules): readonly SuppressionRule[] => rules),
  }),
  'suppression.create': defineRequest({
    safety: 'unsafe',
    encode: (json: RuleInput) => ({ method: 'POST', path: '/suppressions', json }),
    isAccepted: provesWrite,
  }),
  'suppression.replace': defineRequest({
    safety: 'idempotent',
    encode: ({ id, rule }: { readonly id: string; readonly rule: RuleInput }) =>
      itemRequest('PUT', '/suppressions/{id}', id, rule),
    isAccepted: (response) => hasField(response, 'success', true),
  }),
};
