import type { SandboxHandler } from '../../http/exchange.ts';
import type { OpenMailbox } from '../mailbox/mailbox.ts';

/** What a mail service has received. */
export interface MailStats {
  /** Received HTTP requests. */
  readonly requests: number;
  /** HTTP requests with a 429, from the rate limit or a fault. */
  readonly refused: number;
  /** Received messages, over HTTP and SMTP. */
  readonly messages: number;
}

/** Counts requests and messages since the start, or a reset. */
export function countRequests(handler: SandboxHandler, mailbox: OpenMailbox) {
  const counts = { requests: 0, refused: 0, before: 0 };
  const counting: SandboxHandler = async (request) => {
    counts.requests += 1;
    const response = await handler(request);
    if (response.status === 429) counts.refused += 1;
    return response;
  };
  const stats: MailStats = {
    get requests() {
      return counts.requests;
    },
    get refused() {
      return counts.refused;
    },
    get messages() {
      return mailbox.received - counts.before;
    },
  };
  const reset = () =>
    Object.assign(counts, { requests: 0, refused: 0, before: mailbox.received - mailbox.list().length });
  return { handler: counting, stats, reset };
}
