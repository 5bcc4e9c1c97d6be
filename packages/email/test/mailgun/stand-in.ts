// Mailgun's API as documentation.mailgun.com describes it, for one domain.

import { randomBytes } from 'node:crypto';
import type { ReceivedMail } from '@org/email/testing';
import { parseMessage } from '../../../sandbox/src/mail/message/parse-message.ts';
import { contentOf } from '../../../sandbox/test/mail-doors/read-mailbox.ts';
import { addressesIn } from '../support/address-list.ts';
import {
  findRoute,
  type StandInReply,
  type StandInRequest,
  type StandInServer,
  startStandIn,
} from '../support/stand-in-server.ts';
import { domain, key } from './harness.ts';
import { type ReceivedForm, readForm } from './stand-in-form.ts';
import { createStores } from './stand-in-stores.ts';

export interface MailgunStandIn extends StandInServer {
  readonly mails: readonly ReceivedMail[];
  readonly lines: readonly string[];
}

export async function startMailgun(): Promise<MailgunStandIn> {
  const mails: ReceivedMail[] = [];
  const lines: string[] = [];
  // The host of its paging URLs is Mailgun's, as behind a proxy.
  const stores = createStores('https://api.mailgun.net', domain);
  const send = (request: StandInRequest): StandInReply => {
    const form = readForm(request);
    const one = (name: string) => form.values.get(name)?.[0];
    const raw = form.files.find(({ name }) => name === 'message')?.content;
    const none = { subject: undefined, html: undefined };
    const template =
      one('template') === undefined ? none : stores.render(one('template') ?? '', one('t:variables'));
    if (template === undefined) return [400, { message: 'template not found' }];
    const content = { subject: one('subject') ?? template.subject, html: one('html') ?? template.html };
    if (raw === undefined && one('from') === undefined)
      return [400, { message: 'from parameter is missing' }];
    if (raw === undefined && content.html === undefined && one('text') === undefined)
      return [
        400,
        { message: "Need at least one of 'text', 'html', 'amp-html' or 'template' parameters specified." },
      ];
    const isBatch = one('recipient-variables') !== undefined;
    const to = form.values.get('to') ?? [];
    const id = `${Date.now()}.${randomBytes(8).toString('hex')}@${domain}`;
    for (const each of isBatch ? to.map((address) => [address]) : [to]) {
      const mail = readMail(form, each, content, raw);
      stores.keepEvents(id, mail.envelope.to);
      if (one('o:testmode') !== 'yes' && one('o:deliverytime') === undefined) mails.push(mail);
    }
    return [200, { id: `<${id}>`, message: 'Queued. Thank you.' }];
  };
  const server = await startStandIn((request) => {
    lines.push(request.line);
    const expected = `Basic ${Buffer.from(`api:${key}`).toString('base64')}`;
    if (request.headers.authorization !== expected) return [401, 'Forbidden'];
    if (request.line.replace(/\.mime$/, '') === `POST /v3/${domain}/messages`) return send(request);
    const route = findRoute(stores.routes, request.line);
    if (route === undefined) return [404, { message: 'Domain not found: other.example' }];
    return route.run(request, ...route.segments);
  });
  return { ...server, mails, lines };
}

function readMail(
  { values, files }: ReceivedForm,
  to: readonly string[],
  { subject, html }: { readonly subject: string | undefined; readonly html: string | undefined },
  raw?: Uint8Array,
): ReceivedMail {
  const headers = new Map([['to', to.join(', ')]]);
  const metadata: Record<string, string> = {};
  if (values.has('cc')) headers.set('cc', (values.get('cc') ?? []).join(', '));
  for (const [name, [value = '']] of values) {
    if (name.startsWith('h:')) headers.set(name.slice(2).toLowerCase(), value);
    if (name.startsWith('v:')) metadata[name.slice(2)] = value;
  }
  const tracking = (['opens', 'clicks'] as const).flatMap((name) => {
    const [value] = values.get(`o:tracking-${name}`) ?? [];
    return value === undefined ? [] : [[name, value !== 'no'] as const];
  });
  return {
    envelope: {
      from: addressesIn(values.get('from'))[0] ?? '',
      to: [...addressesIn(to), ...addressesIn(values.get('cc')), ...addressesIn(values.get('bcc'))],
    },
    subject,
    html,
    text: values.get('text')?.[0],
    headers,
    attachments: files.map(({ filename, content }) => ({ filename, content })),
    tags: values.get('o:tag') ?? [],
    metadata,
    tracking: Object.fromEntries(tracking),
    ...(raw && contentOf(parseMessage(raw), raw)),
  };
}
