import { paginate } from '@org/core/paging';
import {
  cannotCarry,
  composites,
  type DeliveryEvent,
  type Page,
  type RequestCall,
  refuseFields,
} from '../../driver.ts';
import type { EventFilter, Suppression, SuppressionFilter, SuppressionInput } from '../../resources.ts';
import { requests } from './requests.ts';
import { mapRule } from './suppressions.ts';

export { classifyPlunkFailure as classify } from './errors.ts';
export { webhookScheme } from './webhooks.ts';

type Call = RequestCall<typeof requests>;

const maxRuleName = 100;

const programs = {
  read: {
    async 'suppression.list'(filter: SuppressionFilter, call: Call): Promise<Page<Suppression>> {
      const rules = await call('suppression.rules', filter);
      const { reason = 'manual' } = filter;
      return { items: rules.filter(({ enabled }) => enabled && reason === 'manual').map(mapRule) };
    },
    /** Only the first page of Plunk's activity starts at `startDate`. */
    async 'message.events'(filter: EventFilter, call: Call): Promise<Page<DeliveryEvent>> {
      const { recipient, ...rest } = filter;
      const contactId = recipient === undefined ? undefined : await findContactId(recipient, call);
      if (recipient !== undefined && contactId === undefined) return { items: [] };
      const { items, nextCursor } = await call('activity.list', { ...rest, contactId });
      const from = filter.from?.getTime() ?? 0;
      const wanted = items.filter(({ timestamp }) => timestamp.getTime() >= from);
      return wanted.length < items.length || nextCursor === undefined
        ? { items: wanted }
        : { items, nextCursor };
    },
  },
  idempotent: {
    /** Plunk does not notice a second rule of the same pattern, and has at most 100. */
    async 'suppression.add'(input: SuppressionInput, call: Call): Promise<undefined> {
      const { email, reason = 'manual' } = input;
      refuseFields('plunk', input, ['scopeId']);
      if (reason !== 'manual')
        throw cannotCarry('plunk', 'reason', 'must be manual: Plunk notes no other', 'Leave it out.');
      const pattern = email.toLowerCase();
      const rules = await call('suppression.rules', {});
      const known = rules.filter((rule) => rule.kind === 'ADDRESS' && rule.pattern === pattern);
      if (known.some(({ enabled }) => enabled)) return undefined;
      const [disabled] = known;
      const rule = { kind: 'ADDRESS', pattern, enabled: true };
      return disabled === undefined
        ? call('suppression.create', { ...rule, name: pattern.slice(0, maxRuleName) })
        : call('suppression.replace', { id: disabled.id, rule: { ...rule, name: disabled.name } });
    },
  },
};

/** Contacts are found by a part of the address, newest first. */
async function findContactId(email: string, call: Call): Promise<string | undefined> {
  const { signal } = call.context;
  const fetchPage = (cursor: string | undefined) =>
    call('contact.list', { search: email, pageSize: 100, cursor });
  for await (const contact of paginate({ fetchPage, signal }))
    if (contact.email.toLowerCase() === email.toLowerCase()) return contact.id;
  return undefined;
}

export const operations = { ...requests, ...composites(requests, programs) };
