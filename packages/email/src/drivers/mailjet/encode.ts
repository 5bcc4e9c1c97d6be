import { invalidInput } from '@org/core/driver';
import {
  type Attachment,
  cannotCarry,
  type EmailAddress,
  encodeBase64,
  headersOf,
  messageOptions,
  type PreparedMessage,
  tagText,
  undefinedIfBare,
  undefinedIfEmpty,
} from '../../driver.ts';
import { optionReaders } from './options.ts';
import { provider } from './wire.ts';

/** The body of `POST /v3.1/send`; sandbox mode is the same for all messages of a request. */
export function encodeSend(messages: readonly PreparedMessage[]): Record<string, unknown> {
  const isSandbox = messages.some(({ sandbox }) => sandbox);
  return { Messages: messages.map(encodeMessage), SandboxMode: isSandbox ? true : undefined };
}

function encodeMessage(message: PreparedMessage): Record<string, unknown> {
  const { from, to, cc, bcc, replyTo, sender, subject, text, html, attachments, tags, metadata } = message;
  const options = messageOptions(message, provider, optionReaders);
  const { templateErrorReporting: reporting } = options;
  const isInline = ({ disposition }: Attachment) => disposition === 'inline';
  if (subject !== undefined && subject.length > 255)
    throw invalidInput('subject', 'must have at most 255 characters');
  return {
    From: from && encodeAddress(from),
    Sender: sender && encodeAddress(sender),
    To: to.map(encodeAddress),
    Cc: undefinedIfEmpty(cc.map(encodeAddress)),
    Bcc: undefinedIfEmpty(bcc.map(encodeAddress)),
    ReplyTo: replyTo[0] && encodeAddress(replyTo[0]),
    Subject: subject,
    TextPart: text,
    HTMLPart: html,
    ...encodeTemplate(message),
    Attachments: undefinedIfEmpty(attachments.filter((file) => !isInline(file)).map(encodeAttachment)),
    InlinedAttachments: undefinedIfEmpty(attachments.filter(isInline).map(encodeAttachment)),
    Headers: headersOf(message),
    CustomCampaign: tags[0] && tagText(tags[0]),
    EventPayload: metadata.size === 0 ? undefined : JSON.stringify(Object.fromEntries(metadata)),
    TrackOpens: switchOf(message.tracking.opens),
    TrackClicks: switchOf(message.tracking.clicks),
    CustomID: options.customId,
    DeduplicateCampaign: options.deduplicateCampaign,
    URLTags: options.urlTags,
    MonitoringCategory: options.monitoringCategory,
    Priority: options.priority,
    TemplateErrorReporting: reporting === undefined ? undefined : { Email: reporting },
    TemplateErrorDeliver: options.templateErrorDeliver,
  };
}

function encodeAddress({ address, name }: EmailAddress) {
  return { Email: address, Name: name };
}

function encodeTemplate({ template, html }: PreparedMessage): Record<string, unknown> {
  if (template === undefined) return {};
  if (html !== undefined) throw cannotCarry(provider, 'html', 'is not possible together with a template');
  return {
    TemplateID: templateId(template.id),
    // Without it, Mailjet fills in nothing.
    TemplateLanguage: true,
    Variables: undefinedIfBare(template.variables),
  };
}

function templateId(id: string): number {
  if (/^\d{1,15}$/.test(id)) return Number(id);
  throw invalidInput('template.id', 'must be the number of a template of Mailjet');
}

function encodeAttachment({ filename, content, contentType, contentId, disposition }: Attachment) {
  return {
    ContentType: contentType,
    Filename: filename,
    Base64Content: encodeBase64(content),
    ContentID: disposition === 'inline' ? contentId : undefined,
  };
}

function switchOf(value: boolean | undefined): string | undefined {
  if (value === undefined) return undefined;
  return value ? 'enabled' : 'disabled';
}
