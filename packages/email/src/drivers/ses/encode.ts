import type { HttpRequest, OperationContext } from '@org/core';
import { invalidInput } from '@org/core/driver';
import {
  type Attachment,
  cannotCarry,
  type EmailAddress,
  encodeBase64,
  encodeWords,
  formatMailbox,
  type MessageHeader,
  messageOptions,
  type PreparedMessage,
  parsedBy,
  readAddress,
  readBoolean,
  readFilledText,
  type Tag,
  undefinedIfEmpty,
} from '../../driver.ts';
import { encodeMime, needsMime } from '../../mime/index.ts';

/** The driver's options that requests need. */
export interface SesSettings {
  readonly contactList?: string | undefined;
  readonly configurationSet?: string | undefined;
  readonly maxSendRate?: number | undefined;
}

const optionReaders = {
  configurationSet: readFilledText,
  contactList: readFilledText,
  feedbackForwardingTo: parsedBy(readAddress),
  fromIdentityArn: readFilledText,
  feedbackIdentityArn: readFilledText,
  tenant: readFilledText,
  templateIsArn: readBoolean,
};

export function readOptions(message: PreparedMessage) {
  return messageOptions(message, 'ses', optionReaders);
}

/** `POST /v2/email/outbound-emails` (API reference, "SendEmail"). */
export function encodeSend(
  message: PreparedMessage,
  settings: SesSettings,
  context: OperationContext,
): HttpRequest {
  const { contactList } = readOptions(message);
  const listName = contactList ?? (message.stream === undefined ? undefined : settings.contactList);
  if (message.stream !== undefined && listName === undefined)
    throw invalidInput('stream', 'is a topic of a contact list: set the option `contactList` of ses()');
  const isMime = message.raw !== undefined || needsMime(message);
  const { ReplyToAddresses, ...sender } = encodeSender(message, settings);
  return {
    method: 'POST',
    path: '/v2/email/outbound-emails',
    json: {
      ...sender,
      Destination: encodeDestination(message),
      ...(isMime
        ? { Content: { Raw: { Data: encodeBase64(encodeMime(message, context, 'ses')) } } }
        : { ReplyToAddresses, Content: encodeFields(message) }),
      EmailTags: undefinedIfEmpty(encodeTags(message)),
      ListManagementOptions:
        listName === undefined ? undefined : { ContactListName: listName, TopicName: message.stream },
    },
  };
}

/** The API has fields for the usual parts of a message, and takes MIME for the others. */
function encodeFields(message: PreparedMessage): object {
  const { template, subject, html, text, headers, attachments } = message;
  const parts = {
    Headers: undefinedIfEmpty(headers.map(encodeHeader)),
    Attachments: undefinedIfEmpty(attachments.map(encodeAttachment)),
  };
  if (template !== undefined) return { Template: { ...encodeTemplate(message), ...parts } };
  const Body = { Html: encodeText(html), Text: encodeText(text) };
  return { Simple: { Subject: encodeText(subject), Body, ...parts } };
}

/** The fields that a bulk request has once for all its messages. */
export function encodeSender(message: PreparedMessage, settings: SesSettings) {
  const options = readOptions(message);
  const { from, replyTo, tracking } = message;
  if (from === undefined) throw invalidInput('from', 'is missing: a template of SES has no sender');
  return {
    FromEmailAddress: encodeMailbox(from),
    FromEmailAddressIdentityArn: options.fromIdentityArn,
    ReplyToAddresses: undefinedIfEmpty(replyTo.map(encodeMailbox)),
    FeedbackForwardingEmailAddress: options.feedbackForwardingTo?.address,
    FeedbackForwardingEmailAddressIdentityArn: options.feedbackIdentityArn,
    ConfigurationSetName: options.configurationSet ?? settings.configurationSet,
    TenantName: options.tenant,
    ConfigurationOverrides: encodeTracking(tracking),
  };
}

export function encodeDestination({ to, cc, bcc }: PreparedMessage): object {
  return {
    ToAddresses: undefinedIfEmpty(to.map(encodeMailbox)),
    CcAddresses: undefinedIfEmpty(cc.map(encodeMailbox)),
    BccAddresses: undefinedIfEmpty(bcc.map(encodeMailbox)),
  };
}

// "If you want to use Unicode characters in the friendly from name, you must encode [it] using MIME
// encoded-word syntax": API reference of version 1, SendEmail and Destination.
function encodeMailbox({ address, name }: EmailAddress): string {
  if (name === undefined || /^\p{ASCII}*$/u.test(name)) return formatMailbox({ address, name });
  return `${encodeWords(name)} <${address}>`;
}

/** Without a charset, SES takes a text for 7-bit ASCII. */
function encodeText(text: string | undefined) {
  return text === undefined ? undefined : { Data: text, Charset: 'UTF-8' };
}

/** A template without its values. `{}`: SES needs values, and each value that a template uses. */
export function encodeTemplate(message: PreparedMessage): object {
  const { template, subject, html } = message;
  for (const [field, value] of Object.entries({ subject, html }))
    if (value !== undefined)
      throw cannotCarry('ses', field, 'is not possible with `template`, which has its own');
  const id = template?.id;
  const reference = readOptions(message).templateIsArn ? { TemplateArn: id } : { TemplateName: id };
  return { ...reference, TemplateData: encodeVariables(message) };
}

export function encodeVariables({ template }: PreparedMessage): string {
  return JSON.stringify(Object.fromEntries(template?.variables ?? []));
}

const maxHeaderLength = 996;

export function encodeHeader({ name, value }: MessageHeader): object {
  const path = `headers.${name}`;
  if (!/^[ -~]*$/.test(value)) throw cannotCarry('ses', path, 'has a character outside printable ASCII');
  if (name.length + value.length > maxHeaderLength)
    throw invalidInput(path, `must have at most ${maxHeaderLength} characters together with its name`);
  return { Name: name, Value: value };
}

const maxTypeLength = 78;

function encodeAttachment(attachment: Attachment, index: number): object {
  const { filename, content, contentType, disposition, contentId } = attachment;
  const fields = { contentType, contentId };
  for (const [field, text = ''] of Object.entries(fields))
    if (text.length > maxTypeLength)
      throw invalidInput(`attachments[${index}].${field}`, `must have at most ${maxTypeLength} characters`);
  return {
    FileName: filename,
    RawContent: encodeBase64(content),
    ContentType: contentType,
    ContentDisposition: disposition === 'inline' ? 'INLINE' : 'ATTACHMENT',
    ContentId: contentId,
    ContentTransferEncoding: 'BASE64',
  };
}

function encodeTracking({ opens, clicks }: PreparedMessage['tracking']): object | undefined {
  if (opens === undefined && clicks === undefined) return undefined;
  const state = (isOn: boolean | undefined) =>
    isOn === undefined ? undefined : isOn ? 'ENABLED' : 'DISABLED';
  return { Tracking: { OpenTrackingEnabled: state(opens), ClickTrackingEnabled: state(clicks) } };
}

const tagName = /^[\w-]{1,256}$/;
const tagValue = /^[\w.@-]{1,256}$/;

/** SES has pairs only: a tag without a value has the value `true`, and metadata are tags, too. */
export function encodeTags({ tags, metadata }: PreparedMessage): readonly object[] {
  const entries: readonly (readonly [path: string, tag: Tag])[] = [
    ...tags.map((tag, index) => [`tags[${index}]`, tag] as const),
    ...[...metadata].map(([name, value]) => [`metadata.${name}`, { name, value }] as const),
  ];
  const names = new Set<string>();
  return entries.map(([path, { name, value = 'true' }]) => {
    if (!tagName.test(name)) throw invalidInput(path, 'must have a name of ASCII letters, digits, _ and -');
    if (!tagValue.test(value))
      throw invalidInput(path, 'must have a value of ASCII letters, digits, and any of _ - . @');
    if (names.has(name))
      throw invalidInput(path, 'must have a name of its own: SES has tags and metadata in one');
    names.add(name);
    return { Name: name, Value: value };
  });
}
