import { randomUUID } from 'node:crypto';
import { refuseUnknown } from '@org/core/basics';
import { meantOption } from '@org/core/driver';
import { composeMessage } from '../message/compose-message.ts';
import type { ReceivedMessage } from '../message/received-message.ts';
import {
  createPoster,
  type InboundAttempt,
  type InboundDelivery,
  type PosterParts,
} from './inbound-poster.ts';
import { createInboundRoutes, type InboundRoutes } from './inbound-routes.ts';

/** A file of a mail from outside. */
export interface IncomingFile {
  readonly filename: string;
  readonly content: Uint8Array;
  /** @default 'application/octet-stream' */
  readonly contentType?: string;
}

/** A mail from outside. */
export interface IncomingMail {
  /** @default 'ann@example.com' */
  readonly from?: string;
  /** The address of a route. */
  readonly to: string;
  readonly subject?: string;
  readonly text?: string;
  readonly html?: string;
  /** The Message-ID that it answers, without angle brackets. */
  readonly inReplyTo?: string;
  readonly attachments?: readonly IncomingFile[];
  /** The whole mail, instead of its parts. */
  readonly raw?: string | Uint8Array;
}

/** Mail that arrives for a program: over SMTP, by hand, or from the program itself. */
export interface MailInbound {
  readonly routes: InboundRoutes;
  /**
   * Puts a mail into the mailbox, and posts it to the routes of its address. Resolves with the first attempt
   * for each.
   *
   * @throws {TypeError} for an address without a route, and for a field of another type
   */
  receive(mail: IncomingMail): Promise<readonly InboundAttempt[]>;
  /** The last 500, oldest first. */
  attempts(): readonly InboundAttempt[];
}

/** The same for the mail service. */
export interface OpenMailInbound extends MailInbound {
  /** Whether a service received it: over SMTP, by hand, or by one of its routes. */
  isIncoming(message: ReceivedMessage, service: string): boolean;
  reset(): void;
  close(): void;
}

const mailNames = { from: 0, to: 0, subject: 0, text: 0, html: 0, inReplyTo: 0, attachments: 0, raw: 0 };

export function createMailInbound(parts: PosterParts): OpenMailInbound {
  const { mailbox, inBackground, now } = parts.store;
  const routes = createInboundRoutes(parts);
  const started = new Map<string, Promise<readonly InboundAttempt[]>>();
  let poster = createPoster(parts);

  const deliveriesOf = (message: ReceivedMessage): readonly InboundDelivery[] =>
    // A preview is for the page alone.
    message.labels?.service === 'preview'
      ? []
      : [...new Set(message.envelope.to)].flatMap((recipient) =>
          routes.of(recipient).map((route) => ({ message, recipient, route })),
        );

  const stop = mailbox.subscribe((message) => {
    const deliveries = deliveriesOf(message);
    if (deliveries.length === 0) return;
    const posts = Promise.all(deliveries.map(poster.post)).finally(() => started.delete(message.id));
    started.set(message.id, posts);
    inBackground('Mail for a program', () => posts);
  });

  return {
    routes,
    attempts: () => poster.attempts(),
    isIncoming: (message, service) =>
      (message.via === 'smtp' && message.labels === undefined) ||
      deliveriesOf(message).some(({ route }) => route.service === service),
    async receive(mail) {
      refuseUnknown(mail, mailNames, 'inbound.receive()', meantOption);
      checkTypes(mail);
      const { to, from = 'ann@example.com' } = mail;
      if (typeof to !== 'string' || routes.of(to).length === 0)
        throw new TypeError(`No route has the address ${to}: add one with inbound.routes.add() first.`);
      const id = randomUUID();
      mailbox.put({ id, via: 'smtp', envelope: { from, to: [to] }, raw: rawOf(mail, from, id, now()) });
      return (await started.get(id)) ?? [];
    },
    reset() {
      poster.end();
      poster = createPoster(parts);
      routes.clear();
    },
    close() {
      stop();
      poster.end();
    },
  };
}

function checkTypes({ from, subject, text, html, inReplyTo, attachments = [], raw }: IncomingMail): void {
  for (const [name, value] of Object.entries({ from, subject, text, html, inReplyTo }))
    if (value !== undefined && typeof value !== 'string')
      throw new TypeError(`inbound.receive() needs a text as ${name}.`);
  if (inReplyTo !== undefined && !/^[^<>\s]+$/.test(inReplyTo))
    throw new TypeError('inbound.receive() needs a Message-ID without angle brackets as inReplyTo.');
  const isFile = ({ filename, content, contentType = '' }: Partial<IncomingFile>) =>
    typeof filename === 'string' && content instanceof Uint8Array && typeof contentType === 'string';
  if (!Array.isArray(attachments) || !attachments.every((each) => isFile(Object(each))))
    throw new TypeError('inbound.receive() needs attachments with a filename and bytes as content.');
  if (raw !== undefined && typeof raw !== 'string' && !(raw instanceof Uint8Array))
    throw new TypeError('inbound.receive() needs a text or bytes as raw.');
}

function rawOf(mail: IncomingMail, from: string, id: string, now: number): Uint8Array {
  const {
    to,
    raw,
    subject = 'A mail from outside',
    text = 'Hello',
    html,
    inReplyTo,
    attachments = [],
  } = mail;
  if (raw !== undefined) return typeof raw === 'string' ? Buffer.from(raw) : raw;
  const thread = [['In-Reply-To', `<${inReplyTo}>`] as const, ['References', `<${inReplyTo}>`] as const];
  return composeMessage({
    id,
    from: { name: '', address: from },
    to: [{ name: '', address: to }],
    subject,
    text,
    html,
    headers: inReplyTo === undefined ? [] : thread,
    attachments: attachments.map(({ filename, content, contentType = 'application/octet-stream' }) => ({
      ...{ filename, content, contentType },
      disposition: 'attachment',
    })),
    date: new Date(now),
  });
}
