// A driver for Resend in one file, as docs/adding-a-driver.md describes it. The facts are from its OpenAPI
// document (resend/resend-openapi) and from resend.com/docs: idempotency keys, rate limits, errors.
import {
  AuthenticationError,
  bearerAuth,
  type Classify,
  type CredentialInput,
  classifyStatus,
  credentialFrom,
  type Failure,
  fromEnv,
  PermissionError,
  perSecond,
  QuotaExceededError,
  type ServiceResponse,
} from '@org/core';
import { defineRequest, httpDriver, invalidInput, textAt } from '@org/core/driver';
import {
  type Attachment,
  defineEmailDriver,
  type EmailCapabilities,
  IdempotencyConflictError,
  SenderNotVerifiedError,
  type Tag,
} from '@org/email';
import type { PreparedMessage } from '@org/email/driver';
import { allAccepted, encodeBase64, formatMailbox, headersOf, redactAddresses } from '@org/email/driver';

const send = defineRequest({
  safety: 'keyed', // for 24 hours, Resend answers a known Idempotency-Key with the first response
  encode: (message: PreparedMessage) => ({
    method: 'POST',
    path: '/emails',
    json: {
      from: message.from && formatMailbox(message.from),
      to: message.to.map(formatMailbox),
      cc: listOf(message.cc, formatMailbox),
      bcc: listOf(message.bcc, formatMailbox),
      reply_to: listOf(message.replyTo, formatMailbox),
      subject: message.subject,
      html: message.html,
      text: message.text,
      headers: headersOf(message),
      attachments: listOf(message.attachments, encodeAttachment),
      tags: listOf(message.tags, encodeTag),
      scheduled_at: message.sendAt?.toISOString(),
    },
  }),
  isAccepted: (response) => idOf(response) !== undefined,
  decode: (response, message) => allAccepted(message, idOf(response)),
});

const idOf = (response: ServiceResponse) => textAt(response.json(), 'id');

/** The converted items; `undefined`, which leaves the field out, when there are none. */
function listOf<Item, Wire>(items: readonly Item[], convert: (item: Item, index: number) => Wire) {
  return items.length === 0 ? undefined : items.map(convert);
}

function encodeAttachment({ filename, content, contentType, disposition, contentId }: Attachment) {
  return {
    filename,
    content: encodeBase64(content),
    content_type: contentType,
    content_id: disposition === 'inline' ? contentId : undefined,
  };
}

// Resend's tags have a name and a value; a tag without a value is `true`.
function encodeTag({ name, value = 'true' }: Tag, index: number) {
  if ([name, value].every((part) => /^[\w-]{1,256}$/.test(part))) return { name, value };
  throw invalidInput(`tags[${index}]`, 'must have ASCII letters, digits, _ and - only');
}

const classify: Classify = (response, context) => {
  const failure = classifyStatus(response, context);
  if (failure === undefined) return undefined;
  const name = textAt(response.json(), 'name');
  const isSenderRefused = name === 'validation_error' && response.status === 403;
  const refusal = isSenderRefused ? senderRefused : refusals[name ?? ''];
  const words = textAt(response.json(), 'message');
  return { ...failure, ...refusal, providerCode: name, words, redact: redactAddresses };
};

const senderRefused = { type: SenderNotVerifiedError, message: 'Verify the domain of `from` with Resend.' };

// Both are a 429 as well, but a wait of seconds does not help, and other calls need no pause.
const quotaExceeded = { type: QuotaExceededError, replay: 'never', throttled: false } as const;

/** What Resend's error names add to the meaning of the status. */
const refusals: Readonly<Record<string, Partial<Failure>>> = {
  invalid_api_key: {
    type: AuthenticationError,
    message: 'Resend does not know the key. Check `apiKey`.',
    credentialRefused: true, // although the status is 403
  },
  restricted_api_key: { type: PermissionError, message: 'The key is restricted. Use one that may send.' },
  daily_quota_exceeded: { ...quotaExceeded, message: 'The daily quota of Resend is used up.' },
  monthly_quota_exceeded: { ...quotaExceeded, message: 'The monthly quota of Resend is used up.' },
  invalid_idempotent_request: {
    type: IdempotencyConflictError,
    message: 'The `idempotencyKey` belongs to another message. Use a new one.',
    outcome: 'unknown', // of the other message; nothing was done for this one
  },
  concurrent_idempotent_requests: {
    type: IdempotencyConflictError,
    message: 'The first request with this `idempotencyKey` is in progress.',
    outcome: 'unknown',
    replay: 'if-safe', // until the first response is there
  },
};

const capabilities = {
  templates: false,
  contacts: false,
  request: true,
  message: {
    cc: true,
    bcc: true,
    text: 'alone',
    replyTo: 'many',
    headers: true,
    attachments: true,
    inlineAttachments: true,
    template: false,
    tags: true,
    metadata: false,
    sendAt: true,
    visibility: 'shared',
    internationalLocalPart: false,
  },
  idempotency: 'replay',
  limits: { maxAttachmentBytes: 40 * 1024 * 1024 }, // "40 MB per email"
} as const satisfies EmailCapabilities;

export function resend(options: { apiKey?: CredentialInput; baseUrl?: string } = {}) {
  const service = {
    name: 'resend',
    baseUrl: options.baseUrl ?? 'https://api.resend.com',
    auth: bearerAuth(),
    credential: credentialFrom(options.apiKey, fromEnv('RESEND_API_KEY', 'EMAIL_API_KEY')),
    limits: [perSecond(2)], // of the whole team
    classify,
  };
  return defineEmailDriver(httpDriver({ service, operations: { send }, capabilities }));
}
