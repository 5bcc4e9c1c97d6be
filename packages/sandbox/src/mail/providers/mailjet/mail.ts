import { randomInt, randomUUID } from 'node:crypto';
import {
  acceptAll,
  addressesOf,
  addressOf,
  contactBook,
  type DoorContext,
  endPart,
  type Fields,
  fieldsOf,
  fileOf,
  itemsOf,
  type MailAddress,
  type Message,
  namedOutcomes,
  need,
  ok,
  Problem,
  parseText,
  renderTags,
  route,
  type Submission,
  textFieldsOf,
  textOf,
  trackingOf,
} from '../../kit.ts';
import { fromV3 } from './from-v3.ts';
import { mailjetLanguage, quoteDefaults } from './language.ts';
import { dateOf, exact, mailjetConventions, missing, problem, stop, wrap } from './wire.ts';

/** Beyond 2^53: a program that reads it as a number gets another one. */
const firstId = 576_460_752_303_423_489n;
const maxMessages = 50;
const maxRecipients = 50;

const eventTypes = {
  deferred: 'deferred',
  delivered: 'sent',
  bounced: 'bounced',
  complained: 'spam',
  opened: 'opened',
  clicked: 'clicked',
  unsubscribed: 'unsub',
  suppressed: 'blocked',
};

/** Sending, and the look-up of messages. */
export function mailRoutes(context: DoorContext) {
  const { messages } = context.store;
  // By chance, because messages of an earlier start may be here.
  const nextId = (): string => String(firstId + BigInt(randomInt(2 ** 47)));
  const own = () => messages.all().filter(({ service }) => service === 'mailjet');
  const find = (id: string): Message => {
    const found = own().find((message) => Object.values(fieldsOf(message.own['ids'])).includes(id));
    return need(found, missing);
  };
  const view = (message: Message, ID: string) => ({
    ID,
    ArrivedAt: dateOf(message.createdAt),
    Status: namedOutcomes(message, eventTypes).at(-1)?.name ?? 'queued',
    Subject: message.subject,
  });
  return [
    route('POST', '/v3.1/send', async (request) => {
      const { Messages, SandboxMode } = fieldsOf(request.json());
      const mails = itemsOf(Messages);
      if (mails.length === 0 || mails.length > maxMessages)
        throw stop(400, 'Messages must have 1 to 50 items');
      const results = [];
      for (const mail of mails)
        results.push(
          await refusing(context, () => {
            const { submission, answer } = readMail(context, mail, SandboxMode === true, nextId);
            if (SandboxMode !== true) submit(context, [submission]);
            return answer;
          }),
        );
      const isRefused = results.every(({ Status }) => Status === 'error');
      return exact({ Messages: results }, isRefused ? 400 : 200);
    }),
    route('POST', '/v3/send', async (request) => {
      const mail = fieldsOf(request.json());
      const result = await refusing(context, () => {
        const refuse = (message: string) => refusal('mj-0005', 400, message, 'Recipients');
        const all = fromV3(mail, badAddress('To'), refuse);
        const mails = all.map((one) => readMail(context, one, false, nextId));
        const submissions = mails.map(({ submission }) => submission);
        submit(context, submissions);
        return { answers: mails.map(({ answer }) => answer) };
      });
      const [error] = itemsOf(result['Errors']);
      if (error !== undefined) throw stop(400, `${error['ErrorMessage']}`);
      const Sent = itemsOf(result['answers']).flatMap((answer) =>
        ['To', 'Cc', 'Bcc'].flatMap((name) => itemsOf(answer[name])),
      );
      return exact({
        Sent: Sent.map(({ Email, MessageID, MessageUUID }) => ({ Email, MessageID, MessageUUID })),
      });
    }),
    route('GET', '/v3/REST/message', (request) =>
      mailjetConventions.list(
        own().map((message) => view(message, message.id)),
        request,
        'message',
      ),
    ),
    route('GET', '/v3/REST/message/:id', (_request, { id = '' }) => wrap([view(find(id), id)])),
    route('GET', '/v3/REST/messagehistory/:id', (_request, { id = '' }) => {
      const message = find(id);
      const [email] = Object.entries(fieldsOf(message.own['ids'])).find(([, own]) => own === id) ?? [];
      const own = namedOutcomes(message, eventTypes).filter(({ recipient }) => recipient === email);
      const rest = { Comment: '', State: '', Useragent: '' };
      return wrap(own.map(({ name, at }) => ({ EventType: name, EventAt: Math.floor(at / 1000), ...rest })));
    }),
  ];
}

function refusal(ErrorCode: string, StatusCode: number, ErrorMessage: string, related = 'From') {
  const error = { ErrorIdentifier: randomUUID(), ErrorCode, StatusCode, ErrorMessage };
  const json = { Status: 'error', Errors: [{ ...error, ErrorRelatedTo: [related] }] };
  return new Problem({ status: StatusCode, json });
}

const badAddress =
  (path: string) =>
  (text: string): Problem =>
    refusal('mj-0013', 400, `"${text}" is an invalid email address.`, `${path}.Email`);

/** An error is the result of its message alone. */
async function refusing(context: DoorContext, run: () => Fields): Promise<Fields> {
  const whole = (status: number, message: string) => refusal('send-0008', status, message).response;
  return fieldsOf((await endPart(context, whole, () => ok(run()))).json);
}

/** @throws {Problem} */
function readMail(context: DoorContext, given: Fields, isSandbox: boolean, nextId: () => string) {
  const mail = fillTemplate(context, given);
  if (mail === undefined) throw refusal('send-0010', 400, 'Template not found.', 'TemplateID');
  const from = addressOf(mail['From'], badAddress('From'));
  const [to = [], cc = [], bcc = []] = ['To', 'Cc', 'Bcc'].map((name) =>
    addressesOf(mail[name], (text, index) => badAddress(`${name}[${index}]`)(text)),
  );
  const replyTo = addressOf(mail['ReplyTo'], badAddress('ReplyTo'));
  const sender = addressOf(mail['Sender'], badAddress('Sender'));
  if (from === undefined || to.length === 0)
    throw refusal('mj-0003', 400, 'From and To are mandatory.', 'To');
  if (mail['HTMLPart'] === undefined && mail['TextPart'] === undefined)
    throw refusal('send-0003', 400, 'HTMLPart or TextPart is mandatory.', 'HTMLPart');
  if (to.length + cc.length + bcc.length > maxRecipients)
    throw refusal('send-0015', 400, `A message has at most ${maxRecipients} recipients.`, 'To');
  const receipt = (addresses: readonly MailAddress[], ids: ReadonlyMap<string, string>) =>
    addresses.map(({ address: Email }) => ({
      Email,
      MessageUUID: isSandbox ? '' : randomUUID(),
      MessageID: isSandbox ? 0 : ids.get(Email),
      MessageHref: '',
    }));
  const ids = new Map([...to, ...cc, ...bcc].map(({ address }) => [address, isSandbox ? '' : nextId()]));
  const lists = { To: receipt(to, ids), Cc: receipt(cc, ids), Bcc: receipt(bcc, ids) };
  return {
    submission: toSubmission(mail, { from, to, cc, bcc }, { replyTo, sender }, ids),
    answer: { Status: 'success', CustomID: mail['CustomID'] ?? '', ...lists },
  };
}

/** @throws {Problem} */
function submit(context: DoorContext, submissions: readonly Submission[]): void {
  try {
    acceptAll(context, problem, submissions);
  } catch (error) {
    if (!Problem.isInstance(error)) throw error;
    const message = `${fieldsOf(error.response.json)['ErrorMessage']}`;
    if (error.response.status === 413) throw refusal('mj-0006', 400, message, 'HTMLPart');
    throw refusal('send-0008', error.response.status, message);
  }
}

/** The message with the content of its template; `undefined` for an unknown one. */
function fillTemplate({ store }: DoorContext, mail: Fields): Fields | undefined {
  const { TemplateID: id, TemplateLanguage, Variables } = mail;
  const template = id === undefined ? undefined : store.templates.find(({ serial }) => serial === id);
  if (id !== undefined && template === undefined) return undefined;
  const [to] = itemsOf(mail['To']);
  const contact = contactBook(store).findByEmail(textOf(to?.['Email']) ?? '');
  const values = { ...contact?.fields, ...fieldsOf(Variables) };
  const render = (part: unknown) =>
    TemplateLanguage === true && typeof part === 'string'
      ? renderTags(quoteDefaults(part), values, mailjetLanguage)
      : part;
  return {
    ...mail,
    Subject: render(mail['Subject'] ?? template?.subject),
    HTMLPart: render(template ? template.html : mail['HTMLPart']),
    TextPart: render(template ? template.text : mail['TextPart']),
  };
}

function toSubmission(
  mail: Fields,
  parties: Pick<Submission, 'from' | 'to' | 'cc' | 'bcc'>,
  { replyTo, sender }: Readonly<Record<'replyTo' | 'sender', MailAddress | undefined>>,
  ids: ReadonlyMap<string, string>,
): Submission {
  const isOn = (name: string) => (textOf(mail[name]) === undefined ? undefined : mail[name] === 'enabled');
  const campaign = textOf(mail['CustomCampaign']);
  const headers = Object.entries(textFieldsOf(mail['Headers']));
  return {
    id: [...ids.values()][0] ?? '',
    ...parties,
    replyTo: replyTo && [replyTo],
    subject: textOf(mail['Subject']) ?? '',
    html: textOf(mail['HTMLPart']),
    text: textOf(mail['TextPart']),
    headers: sender === undefined ? headers : [...headers, ['Sender', sender.address]],
    attachments: [
      ...itemsOf(mail['Attachments']).map((file) => readFile({ ...file, ContentID: undefined })),
      ...itemsOf(mail['InlinedAttachments']).map(readFile),
    ],
    own: { ids: Object.fromEntries(ids) },
    labels: {
      service: 'mailjet',
      tags: campaign === undefined ? [] : [campaign],
      metadata: textFieldsOf(parseText(textOf(mail['EventPayload']))),
      tracking: trackingOf(isOn('TrackOpens'), isOn('TrackClicks')),
    },
  };
}

const readFile = ({ Filename, Base64Content, ContentType, ContentID }: Fields) =>
  fileOf(Filename, Base64Content, ContentType, ContentID);
