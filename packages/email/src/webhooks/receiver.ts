import type { CredentialInput, RawRequest, Runtime, ServiceResponse } from '@org/core';
import {
  answerWebhook,
  claimWebhook,
  createLiveSecrets,
  encodeHex,
  readWebhookRequest,
  requireWebRequest,
  utf8,
  type WebhookRequest,
  WebhookSignatureError,
} from '@org/core/webhooks';
import type { InboundPart, ReadInbound } from '../driver/inbound-part.ts';
import type { ReceivedWebhook, Verdict, WebhookScheme } from '../driver/webhook-scheme.ts';
import type { ReadHandlers, WebhookHandlerOptions, WebhookSettings } from './options.ts';
import { createTextGetter } from './text-getter.ts';
import type { Webhook } from './webhook.ts';

export interface WebhookReceiver {
  parse(request: WebhookRequest): Promise<Webhook>;
  respond(request: Request, handlers: ReadHandlers, options?: WebhookHandlerOptions): Promise<Response>;
}

/** A call to the service's API; `undefined` of a client that only sends. */
export type ReceiverRequest = ((request: RawRequest) => Promise<ServiceResponse>) | undefined;

/** A webhook with events, with mail, or with both. */
interface Received extends Webhook {
  readonly mails?: ReadInbound | undefined;
}

interface ReceiverParts {
  readonly scheme: WebhookScheme;
  readonly secrets: readonly CredentialInput[];
  readonly provider: string;
  readonly runtime: Runtime;
  readonly options: WebhookSettings;
  readonly request?: ReceiverRequest;
}

const mebibyte = 1024 * 1024;
const maxEventBytes = 10 * mebibyte;
const defaultToleranceMs = 300_000;
// Services repeat a failed webhook for up to three days.
const fourDaysMs = 4 * 24 * 3_600_000;

/** Verifies webhooks, refuses repeated ones, and reads their events. */
export function createReceiver(parts: ReceiverParts): WebhookReceiver {
  const { scheme, provider, runtime, request: call } = parts;
  const { replayStore, verify, toleranceMs = scheme.toleranceMs ?? defaultToleranceMs } = parts.options;
  const repeatsForMs = replayStore === undefined ? undefined : scheme.repeatsForMs;
  const maxAgeMs = parts.options.toleranceMs ?? repeatsForMs;
  // Remembered as long as it is accepted. Redis takes whole milliseconds.
  const ttlMs = Math.max(fourDaysMs, Math.ceil(toleranceMs + (maxAgeMs ?? toleranceMs)));
  const secrets = createLiveSecrets(parts.secrets, { runtime });
  const getText = createTextGetter(runtime, provider);
  const refused = (message: string, responseStatus?: number) =>
    new WebhookSignatureError({ message, provider, responseStatus });

  const parse = async (request: WebhookRequest, part?: InboundPart): Promise<Received> => {
    const maxBytes = part?.maxBytes ?? maxEventBytes;
    const { header, bytes, url, query } = await readWebhookRequest(request, maxBytes);
    if (bytes === undefined) throw refused(`The webhook is larger than ${maxBytes / mebibyte} MiB.`);
    const webhook: ReceivedWebhook = { header, bytes, url, query, text: new TextDecoder().decode(bytes) };
    const context = { secrets, nowMs: runtime.now(), toleranceMs, maxAgeMs, getText };
    const verdict = verify
      ? toVerdict(await verify(webhook))
      : await (part?.verify(webhook, context) ?? scheme.verify(webhook, context));
    if (!verdict.genuine) {
      // A genuine one is refused as old when this machine's clock is wrong: it may come again.
      const status = verdict.stale ? undefined : scheme.refusalStatus;
      throw refused(`The webhook was refused: ${verdict.problem}`, status);
    }
    // Parsed after the check: a forged body costs its hash.
    const mails = part && ((await part.read(webhook, { runtime, request: call })) as ReadInbound | undefined);
    const events = verdict.isPing || mails ? await eventsBeside(mails, webhook) : await scheme.read(webhook);
    // A repeated form has another boundary, and so another hash.
    const id = `${provider}:${verdict.id ?? (mails?.id || (await hashOf(webhook)))}`;
    const store = verdict.isPing ? undefined : replayStore;
    return { ...(await claimWebhook(store, { id, provider, ttlMs })), events, ...(mails && { mails }) };
  };

  /** The part of the handler reads the mails among them. */
  async function eventsBeside(mails: ReadInbound | undefined, webhook: ReceivedWebhook) {
    if (!mails?.hasEvents) return [];
    return (await scheme.read(webhook)).filter(({ type }) => type !== 'inbound');
  }

  return {
    parse,
    respond: (request, handlers, { onError } = {}) =>
      answerWebhook({
        async parse() {
          requireWebRequest(request, '@org/email/node-handler');
          return parse(request, handlers.inbound);
        },
        async handle({ events, mails }) {
          await mails?.deliver(request);
          if (mails === undefined || events.length > 0) await handlers.events(events, request);
        },
        onError,
      }),
  };
}

/** Anything but `true` of the caller's own check is a refusal. */
function toVerdict(answer: unknown): Verdict {
  return answer === true ? { genuine: true } : { genuine: false, problem: '`webhooks.verify` says so.' };
}

/**
 * Of the body: no signature covers the URL, so its parameters do not make another webhook. A GET has them
 * alone; the secret among them may change between two deliveries.
 */
async function hashOf({ bytes, query }: ReceivedWebhook): Promise<string> {
  const parameters = new URLSearchParams(query);
  parameters.delete('token');
  const content = bytes.length > 0 ? bytes : utf8(`${parameters}`);
  return encodeHex(new Uint8Array(await crypto.subtle.digest('SHA-256', content as BufferSource)));
}
