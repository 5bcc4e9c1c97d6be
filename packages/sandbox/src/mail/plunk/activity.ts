import type { SandboxRequest } from '../../http/exchange.ts';
import { type Route, route } from '../../http/router.ts';
import type { Contact } from './contact-book.ts';
import { clampInteger } from './paging.ts';

/** What happened to a mail. */
export interface MailActivity {
  readonly emailId: string;
  readonly types: readonly ('sent' | 'delivered' | 'suppressed')[];
  readonly contact: Contact;
  readonly subject: string;
  readonly templateId: string | undefined;
}

/** One entry of the feed. */
interface Activity {
  readonly id: string;
  readonly type: string;
  readonly timestamp: string;
  readonly contactEmail: string;
  readonly contactId: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** The feed of the project, newest first. */
export interface ActivityFeed {
  record(activity: MailActivity): void;
  /** Mails that were made from a template. */
  countTemplate(templateId: string): number;
  readonly routes: readonly Route[];
}

const maxActivities = 10_000;

/** An empty feed; the oldest entries go first. */
export function createActivityFeed(now: () => number): ActivityFeed {
  const entries: Activity[] = [];
  const byTemplate = new Map<string, number>();

  return {
    countTemplate: (templateId) => byTemplate.get(templateId) ?? 0,
    record: ({ emailId, types, contact, subject, templateId }) => {
      if (templateId !== undefined) byTemplate.set(templateId, (byTemplate.get(templateId) ?? 0) + 1);
      const common = {
        timestamp: new Date(now()).toISOString(),
        contactEmail: contact.email,
        contactId: contact.id,
        metadata: { subject, sourceType: 'TRANSACTIONAL' },
      };
      for (const type of types)
        entries.unshift({ id: `${emailId}_${type}`, type: `email.${type}`, ...common });
      entries.splice(maxActivities);
    },
    routes: [
      route('GET', '/activity', (request) => ({ status: 200, json: listActivities(entries, request.query) })),
    ],
  };
}

function listActivities(entries: readonly Activity[], query: SandboxRequest['query']) {
  const types = query.get('types')?.split(',');
  const contactId = query.get('contactId');
  const cursor = query.get('cursor');
  const limit = clampInteger(query.get('limit'), 50, 100);
  // As in Plunk, pages after the first one do not begin at `startDate`.
  const start = cursor === null ? Date.parse(query.get('startDate') ?? '1970-01-01') : 0;
  const end = Date.parse(query.get('endDate') ?? '9999-01-01');
  const found = entries
    .filter(({ type }) => types === undefined || types.includes(type))
    .filter((entry) => contactId === null || entry.contactId === contactId)
    .filter(({ timestamp }) => Date.parse(timestamp) >= start && Date.parse(timestamp) <= end);
  const last = cursor?.slice(cursor.indexOf('_') + 1);
  const from = last === undefined ? 0 : found.findIndex(({ id }) => id === last) + 1;
  const data = found.slice(from, from + limit);
  const hasMore = from + limit < found.length;
  const final = data.at(-1);
  return {
    data,
    ...(hasMore && final ? { cursor: `${Date.parse(final.timestamp)}_${final.id}` } : undefined),
    hasMore,
  };
}
