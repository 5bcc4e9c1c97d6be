// Postmark's API as postmarkapp.com/developer describes it.
import type { ReceivedMail } from '@org/email/testing';
import { addressesIn } from '../support/address-list.ts';
import {
  findRoute,
  type StandInReply,
  type StandInServer,
  startStandIn,
} from '../support/stand-in-server.ts';
import { token } from './harness.ts';
import { createStores } from './stand-in-stores.ts';
import { type PostmarkMail, type Route, refuse } from './stand-in-wire.ts';

export interface PostmarkStandIn extends StandInServer {
  readonly mails: readonly ReceivedMail[];
  readonly lines: readonly string[];
}

export async function startPostmark(): Promise<PostmarkStandIn> {
  const mails: ReceivedMail[] = [];
  const lines: string[] = [];
  const stores = createStores();
  const sendOne = (wire: PostmarkMail): Record<string, unknown> => {
    const mail = { ...wire, ...stores.render(wire) };
    const addresses = [mail.To, mail.Cc, mail.Bcc].flatMap(addressesIn);
    if (mail.From === undefined) return { ErrorCode: 300, Message: "Invalid 'From' address." };
    if (mail.HtmlBody === undefined && mail.TextBody === undefined)
      return { ErrorCode: 300, Message: 'Provide either email TextBody or HtmlBody or both.' };
    if (addresses.length > 50) return { ErrorCode: 300, Message: 'Too many recipients.' };
    const inactive = addresses.filter((address) => stores.isSuppressed(address, mail.MessageStream));
    if (inactive.length === addresses.length)
      return {
        ErrorCode: 406,
        Message:
          'You tried to send to recipient(s) that have been marked as inactive. Found inactive addresses: ' +
          `${inactive.join(', ')}. Inactive recipients are ones that have generated a hard bounce, a spam ` +
          'complaint, or a manual suppression. ',
      };
    mails.push(
      readMail(
        mail,
        addresses.filter((address) => !inactive.includes(address)),
      ),
    );
    const MessageID = stores.keepMessage(mail.Subject ?? '', addresses, mail);
    const left =
      inactive.length === 0
        ? 'OK'
        : `Message OK, but will not deliver to these inactive addresses: ${inactive.join(', ')}. ` +
          'Inactive recipients are ones that have generated a hard bounce or a spam complaint.';
    return {
      To: mail.To,
      SubmittedAt: '2026-02-17T07:25:01.4178645-05:00',
      MessageID,
      ErrorCode: 0,
      Message: left,
    };
  };
  const send: Route = ({ body }) => {
    const sent = sendOne(JSON.parse(String(body)));
    return [sent.ErrorCode === 0 ? 200 : 422, sent];
  };
  const sendBatch = (messages: readonly PostmarkMail[]): StandInReply =>
    messages.length > 500 ? refuse(410, 'Too many batch messages') : [200, messages.map(sendOne)];
  const routes: Readonly<Record<string, Route>> = {
    'POST /email': send,
    'POST /email/withTemplate': send,
    'POST /email/batch': ({ body }) => sendBatch(JSON.parse(String(body))),
    'POST /email/batchWithTemplates': ({ body }) => sendBatch(JSON.parse(String(body)).Messages),
    ...stores.routes,
  };
  const server = await startStandIn((request) => {
    lines.push(request.line);
    if (request.headers['x-postmark-server-token'] !== token)
      return refuse(
        10,
        'The Server Token you provided in the X-Postmark-Server-Token request header was invalid.',
        401,
      );
    if (request.headers.accept !== 'application/json') return refuse(409, 'JSON required', 415);
    const route = findRoute(routes, request.line);
    return route === undefined ? [404, {}] : route.run(request, ...route.segments);
  });
  return { ...server, mails, lines };
}

function readMail(mail: PostmarkMail, to: readonly string[]): ReceivedMail {
  const headers = new Map((mail.Headers ?? []).map(({ Name, Value }) => [Name.toLowerCase(), Value]));
  for (const [name, value] of [
    ['to', mail.To],
    ['cc', mail.Cc],
    ['reply-to', mail.ReplyTo],
  ] as const)
    if (value !== undefined) headers.set(name, value);
  const tracking = {
    ...(mail.TrackOpens === undefined ? {} : { opens: mail.TrackOpens }),
    ...(mail.TrackLinks === undefined ? {} : { clicks: mail.TrackLinks !== 'None' }),
  };
  return {
    envelope: { from: addressesIn(mail.From)[0] ?? '', to },
    subject: mail.Subject,
    html: mail.HtmlBody,
    text: mail.TextBody,
    headers,
    attachments: (mail.Attachments ?? []).map(({ Name, Content }) => ({
      filename: Name,
      content: Buffer.from(Content, 'base64'),
    })),
    tags: mail.Tag === undefined ? [] : [mail.Tag],
    metadata: mail.Metadata,
    tracking,
    stream: mail.MessageStream,
  };
}
