// ZeptoMail's API 1.1: its help pages and two public clients of 2026. Statuses of errors are not published.
import { randomUUID } from 'node:crypto';
import {
  acceptAll,
  addressesOf,
  type Door,
  type DoorContext,
  type Fields,
  fieldsOf,
  fileOf,
  fillTemplate,
  flagOf,
  itemsOf,
  type MailAddress,
  need,
  ok,
  Problem,
  route,
  type SandboxRequest,
  type Submission,
  textFieldsOf,
  textOf,
  trackingOf,
} from '../kit.ts';

function fail(status: number, code: string, message: string, details: readonly object[] = []) {
  return { status, json: { error: { code, details, message, request_id: randomUUID() } } };
}

function problem(status: number, message: string) {
  if (status === 403)
    return fail(403, 'TM_4001', message, [{ code: 'SM_111', message: 'Sender domain not verified' }]);
  return fail(status, status === 401 ? 'TM_4001' : 'TM_3301', message);
}

const missing = (target: string): Problem => {
  const details = [{ code: 'GE_102', message: 'Mandatory field found empty', target }];
  return new Problem(fail(400, 'TM_3201', 'Mandatory Field missing', details));
};

export const zeptomail: Door = {
  name: 'zeptomail',
  basePath: '/v1.1',
  keyPrefix: '',
  readKey: ({ headers }) => /^Zoho-enczapikey (\S+)$/i.exec(headers['authorization'] ?? '')?.[1],
  refuseKey: () => problem(401, 'Access Denied'),
  rateHeaders: {},
  problem,
  routes: (context) => {
    const send = (mails: readonly Submission[]) => {
      acceptAll(context, problem, mails);
      const data = [{ code: 'EM_104', additional_info: [], message: 'Email request received' }];
      return ok({ data, message: 'OK', request_id: mails[0]?.id, object: 'email' }, 201);
    };
    const one = (request: SandboxRequest) => send([readMail(context, fieldsOf(request.json()))]);
    // Each recipient gets a mail with values of its own.
    const each = (request: SandboxRequest) => {
      const { cc: _cc, bcc: _bcc, to, merge_info, ...mail } = fieldsOf(request.json());
      if (itemsOf(to).length === 0) throw missing('to');
      const mails = itemsOf(to).map((recipient) =>
        readMail(context, {
          ...{ ...mail, to: [recipient] },
          merge_info: { ...fieldsOf(merge_info), ...fieldsOf(recipient['merge_info']) },
        }),
      );
      return send(mails);
    };
    return ['/email', '/email/template'].flatMap((path) => [
      route('POST', `/v1.1${path}`, one),
      route('POST', `/v1.1${path}/batch`, each),
    ]);
  },
  absent: [['POST', '/v1.1/files', 'files.upload']],
};

/** @throws {Problem} 400 */
function readMail({ store }: DoorContext, mail: Fields): Submission {
  const mailboxes = (list: readonly Fields[], field: string): readonly MailAddress[] =>
    addressesOf(
      list.map(({ address: email, name }) => ({ email, name })),
      () => missing(`${field}.address`),
    );
  const read = (field: string) =>
    mailboxes(
      itemsOf(mail[field]).map(({ email_address }) => fieldsOf(email_address)),
      field,
    );
  const [to, cc, bcc] = [read('to'), read('cc'), read('bcc')];
  const [from] = mailboxes(mail['from'] === undefined ? [] : [fieldsOf(mail['from'])], 'from');
  const key = textOf(mail['template_key']) ?? textOf(mail['template_alias']);
  const details = [{ code: 'MTR_101', message: 'Invalid Template Key' }];
  const unknown = () => new Problem(fail(400, 'TM_3501', 'Invalid Template Key', details));
  const stored = key === undefined ? undefined : need(store.templates.get(key), unknown);
  const own = {
    subject: textOf(mail['subject']),
    html: textOf(mail['htmlbody']),
    text: textOf(mail['textbody']),
  };
  const isFilled = stored !== undefined || mail['merge_info'] !== undefined;
  const { subject, html, text } = isFilled ? fillTemplate(stored ?? own, fieldsOf(mail['merge_info'])) : own;
  if (to.length + cc.length + bcc.length === 0) throw missing('to');
  if (key === undefined && !html && !text) throw missing('htmlbody');
  const images = itemsOf(mail['inline_images']);
  return {
    ...{ id: randomUUID(), from: need(from, () => missing('from')), to, cc, bcc, html, text },
    subject: need(subject || undefined, () => missing('subject')),
    replyTo: mailboxes(itemsOf(mail['reply_to']), 'reply_to'),
    headers: Object.entries(textFieldsOf(mail['mime_headers'])),
    attachments: [...itemsOf(mail['attachments']), ...images].map(({ name, content, mime_type, cid }) =>
      fileOf(name, content, mime_type, cid),
    ),
    returnPath: textOf(mail['bounce_address']),
    labels: {
      service: 'zeptomail',
      metadata: textFieldsOf({ client_reference: mail['client_reference'] }),
      tracking: trackingOf(flagOf(mail['track_opens']), flagOf(mail['track_clicks'])),
    },
  };
}
