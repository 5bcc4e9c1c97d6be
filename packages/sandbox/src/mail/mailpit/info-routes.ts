import { type Route, route } from '../../http/router.ts';
import type { Mailbox } from '../mailbox/mailbox.ts';
import { sizeOf } from '../message/received-message.ts';
import type { MailCounts } from './counts.ts';
import type { Relay } from './relay.ts';

/** The release of Mailpit whose API this is. */
export const version = 'v1.30.5-sandbox';

/** The routes about the sandbox itself. */
export function infoRoutes(mailbox: Mailbox, counts: MailCounts, relay: Relay | undefined): readonly Route[] {
  return [
    route('GET', '/api/v1/info', () => ({ status: 200, json: describe(mailbox, counts) })),
    route('GET', '/api/v1/webui', () => ({ status: 200, json: describeConfiguration(relay) })),
  ];
}

function describeConfiguration(relay: Relay | undefined) {
  const SMTPServer = relay === undefined ? '' : `${relay.host}:${relay.port}`;
  return {
    Label: 'Sandbox',
    MessageRelay: {
      Enabled: relay !== undefined,
      ...{ SMTPServer, ReturnPath: '', AllowedRecipients: '', BlockedRecipients: '', OverrideFrom: '' },
      PreserveMessageIDs: false,
      RecipientAllowlist: '',
    },
    SpamAssassin: false,
    ChaosEnabled: true,
    DuplicatesIgnored: false,
    HideDeleteAllButton: false,
  };
}

function describe(mailbox: Mailbox, counts: MailCounts) {
  const messages = mailbox.list();
  const tags = new Map<string, number>();
  for (const message of messages) for (const tag of message.tags) tags.set(tag, (tags.get(tag) ?? 0) + 1);
  return {
    Version: version,
    LatestVersion: version,
    Database: 'memory',
    DatabaseSize: messages.reduce((sum, message) => sum + sizeOf(message), 0),
    Messages: messages.length,
    Unread: messages.filter(({ isRead }) => !isRead).length,
    Tags: Object.fromEntries(tags),
    RuntimeStats: {
      Uptime: Math.round(process.uptime()),
      Memory: process.memoryUsage.rss(),
      MessagesDeleted: counts.deleted,
      SMTPAccepted: counts.accepted,
      SMTPAcceptedSize: counts.acceptedBytes,
      SMTPRejected: 0,
      SMTPIgnored: 0,
    },
  };
}
