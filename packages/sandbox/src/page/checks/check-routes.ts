import { type Route, route } from '../../http/router.ts';
import { notFound, plain } from '../../mail/mailpit/answers.ts';
import { findMessage } from '../../mail/mailpit/message-routes.ts';
import { findLinks } from '../../mail/message/links.ts';
import type { ReceivedMessage } from '../../mail/message/received-message.ts';
import type { MailService } from '../../mail/service/service.ts';
import { mailFinder } from '../inbox/find-mail.ts';
import { type Caniemail, readCaniemail } from './caniemail.ts';
import { checkHtml } from './html-check.ts';
import { checkLinks, isLoopback, type LinkCheckOptions, linkCheckHeader } from './link-check.ts';
import { toMailpitHtmlCheck, toMailpitLinkCheck } from './mailpit-checks.ts';
import { showHtmlCheck } from './show-html-check.ts';

/** The parts of the sandbox for the checks. */
export interface CheckRoutesOptions {
  readonly mail: Pick<MailService, 'mailbox' | 'outcomes'>;
  /** Whether the link check may ask a host. @default only hosts of this machine */
  readonly mayAsk?: LinkCheckOptions['mayAsk'];
}

/** The HTML check and the link check, in the forms of the page and of Mailpit. */
export function checkRoutes({ mail, mayAsk = isLoopback }: CheckRoutesOptions): readonly Route[] {
  const { mailbox } = mail;
  let reading: Promise<Caniemail> | undefined;
  const readData = (): Promise<Caniemail> => {
    reading ??= readCaniemail();
    return reading;
  };
  const find = mailFinder(mail);
  const links = ({ parsed }: ReceivedMessage, query: URLSearchParams, signal: AbortSignal) =>
    checkLinks(findLinks(parsed), { mayAsk, follow: query.get('follow') === 'true', signal });
  const loop = { status: 508, json: { error: 'A link check does not begin another.' } };
  const missing = { status: 404, json: { error: 'Message not found' } };
  return [
    route('GET', '/api/messages/:id/html-check', async (_, { id = '' }) => {
      const html = find(id)?.parsed.html;
      if (html === undefined) return missing;
      const data = await readData();
      return { status: 200, json: showHtmlCheck(checkHtml(html, data), data) };
    }),
    route('GET', '/api/messages/:id/link-check', async ({ query, signal, headers }, { id = '' }) => {
      if (headers[linkCheckHeader] !== undefined) return loop;
      const message = find(id);
      return message === undefined
        ? missing
        : { status: 200, json: { links: await links(message, query, signal) } };
    }),
    route('GET', '/api/v1/message/:id/html-check', async ({ query }, { id = '' }) => {
      const message = await findMessage(mailbox, id, query);
      if (message === undefined) return notFound;
      const { html = '' } = message.parsed;
      if (html === '') return plain(400, 'message does not contain HTML');
      const data = await readData();
      return { status: 200, json: toMailpitHtmlCheck(checkHtml(html, data), data) };
    }),
    route('GET', '/api/v1/message/:id/link-check', async ({ query, signal, headers }, { id = '' }) => {
      if (headers[linkCheckHeader] !== undefined) return loop;
      const message = await findMessage(mailbox, id, query);
      if (message === undefined) return notFound;
      return { status: 200, json: toMailpitLinkCheck(await links(message, query, signal)) };
    }),
  ];
}
