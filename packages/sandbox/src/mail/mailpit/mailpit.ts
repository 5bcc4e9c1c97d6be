import type { FailureLog } from '../../failures.ts';
import type { FaultList } from '../../faults/fault-list.ts';
import { chaosRoutes } from './chaos.ts';
import { countMail } from './counts.ts';
import { createEventFeed } from './events.ts';
import { infoRoutes } from './info-routes.ts';
import { listRoutes } from './list-routes.ts';
import { messageRoutes } from './message-routes.ts';
import { parseRelay } from './relay.ts';
import { type SendOptions, sendRoute } from './send.ts';
import { tagRoutes } from './tag-routes.ts';

/** The mailbox, and the server for released mail. */
export interface MailpitOptions extends SendOptions {
  /** Its URL. */
  readonly relay?: string | undefined;
}

/** Mailpit's API. */
export type Mailpit = ReturnType<typeof createMailpit>;

/** Makes Mailpit's API over the sandbox's mailbox. Source: Mailpit v1.30.5, its API description. */
export function createMailpit(
  mail: MailpitOptions,
  { faults, failures }: { readonly faults: FaultList; readonly failures: FailureLog },
) {
  const { mailbox } = mail;
  const relay = mail.relay === undefined ? undefined : parseRelay(mail.relay);
  const { counts, reset, stop } = countMail(mailbox);
  const events = createEventFeed(mailbox, failures.inBackground);
  return {
    routes: [
      ...infoRoutes(mailbox, counts, relay),
      ...listRoutes(mailbox),
      ...messageRoutes(mailbox, relay),
      ...tagRoutes(mailbox),
      ...chaosRoutes(faults),
      sendRoute(mail),
    ],
    events,
    /** Forgets the counts. */
    reset,
    close: () => {
      stop();
      events.close();
    },
  };
}
