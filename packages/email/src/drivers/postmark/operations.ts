import {
  type Change,
  composites,
  type DeliveryEvent,
  isWithin,
  type Page,
  type RequestCall,
} from '../../driver.ts';
import type {
  EventFilter,
  RenderedTemplate,
  SentMessage,
  Suppression,
  SuppressionFilter,
  Template,
  TemplateChanges,
  TemplateVariables,
} from '../../resources.ts';
import { requests } from './requests.ts';

export { classifyPostmarkFailure as classify } from './errors.ts';
export { webhookScheme } from './webhooks.ts';

type Call = RequestCall<typeof requests>;

const programs = {
  read: {
    async 'template.render'(
      { id, variables }: { readonly id: string; readonly variables: TemplateVariables },
      call: Call,
    ): Promise<RenderedTemplate> {
      const content = await call('template.get', id);
      return call('template.validate', { content, variables });
    },
    /** An address may be suppressed in one stream, and not in another. */
    async 'suppression.check'(email: string, call: Call): Promise<readonly Suppression[]> {
      const found: Suppression[] = [];
      for (const stream of await call('stream.list', undefined))
        found.push(...(await call('suppression.dump', { stream, email })));
      return found;
    },
    /** Each page is a stream: Postmark returns all suppressions of a stream at once. */
    async 'suppression.list'(filter: SuppressionFilter, call: Call): Promise<Page<Suppression>> {
      if (filter.scopeId !== undefined)
        return { items: await call('suppression.dump', { ...filter, stream: filter.scopeId }) };
      const streams = await call('stream.list', undefined);
      const at = filter.cursor === undefined ? 0 : streams.indexOf(filter.cursor);
      const stream = streams[at];
      if (stream === undefined) return { items: [] };
      const items = await call('suppression.dump', { ...filter, stream });
      return { items, nextCursor: streams[at + 1] };
    },
    /** Postmark keeps events with their message. */
    async 'message.events'(filter: EventFilter, call: Call): Promise<Page<DeliveryEvent>> {
      const { messageId } = filter;
      const found =
        messageId === undefined
          ? await call('message.search', filter)
          : { items: [messageId], nextCursor: undefined };
      const messages: SentMessage[] = [];
      for (const id of found.items) messages.push(await call('message.get', id));
      const items = messages.flatMap(({ events = [] }) => events).filter((event) => fits(event, filter));
      return { items, nextCursor: found.nextCursor };
    },
  },
  idempotent: {
    /** The response to a change has no content. */
    async 'template.update'({ id, changes }: Change<TemplateChanges>, call: Call): Promise<Template> {
      const before = await call('template.get', id);
      const { name, subject, html, text } = changes;
      const changed = { name, subject, html, text };
      const given = Object.entries(changed).filter(([, value]) => value !== undefined);
      return { ...before, ...(await call('template.put', { id, changes })), ...Object.fromEntries(given) };
    },
  },
};

function fits({ recipient, type, timestamp }: DeliveryEvent, filter: EventFilter): boolean {
  return (
    (filter.recipient === undefined || recipient?.toLowerCase() === filter.recipient.toLowerCase()) &&
    (filter.type ?? type) === type &&
    isWithin(timestamp, filter)
  );
}

export const operations = { ...requests, ...composites(requests, programs) };
