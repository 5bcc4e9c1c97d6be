import type { CredentialInput, Runtime } from '@org/core';
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
import type { ReceivedWebhook, Verdict, WebhookScheme } from '../driver/webhook-scheme.ts';
import type { DeliveryEvent } from '../model/delivery-event.ts';
import type { WebhookHandlerOptions, WebhookSettings } from './options.ts';
import { createTextGetter } from './text-getter.ts';
import type { Webhook } from './webhook.ts';

export interface WebhookReceiver {
  parse(request: WebhookRequest): Promise<Webhook>;
  respond(
    request: Request,
    handle: (events: readonly DeliveryEvent[], request: Request) => unknown,
    options?: WebhookHandlerOptions,
  ): Promise<Response>;
}

interface ReceiverParts {
  readonly scheme: WebhookScheme;
  readonly secrets: readonly CredentialInput[];
  readonly provider: string;
  readonly runtime: Runtime;
  readonly options: WebhookSettings;
}

const defaultToleranceMs = 300_000;
// Services repeat a failed webhook for up to three days.
const fourDaysMs = 4 * 24 * 3_600_000;

/** Verifies webhooks, refuses repeated ones, and reads their events. */
export function createReceiver(parts: ReceiverParts): WebhookReceiver {
  const { scheme, provider, runtime } = parts;
  const { replayStore, verify, toleranceMs = scheme.toleranceMs ?? defaultToleranceMs } = parts.options;
  const repeatsForMs = replayStore === undefined ? undefined : scheme.repeatsForMs;
  const maxAgeMs = parts.options.toleranceMs ?? repeatsForMs;
  // Remembered as long as it is accepted. Redis takes whole milliseconds.
  const ttlMs = Math.max(fourDaysMs, Math.ceil(toleranceMs + (maxAgeMs ?? toleranceMs)));
  const secrets = createLiveSecrets(parts.secrets, { runtime });
  const getText = createTextGetter(runtime, provider);
  const refused = (message: string, responseStatus?: number) =>
    new WebhookSignatureError({ message, provider, responseStatus });

  const parse = async (request: WebhookRequest): Promise<Webhook> => {
    const { header, bytes, url, query } = await readWebhookRequest(request);
    if (bytes === undefined) throw refused('The webhook is larger than 10 MiB.');
    const webhook: ReceivedWebhook = { header, bytes, url, query, text: new TextDecoder().decode(bytes) };
    const context = { secrets, nowMs: runtime.now(), toleranceMs, maxAgeMs, getText };
    const verdict = verify ? toVerdict(await verify(webhook)) : await scheme.verify(webhook, context);
    if (!verdict.genuine) {
      // A genuine one is refused as old when this machine's clock is wrong: it may come again.
      const status = verdict.stale ? undefined : scheme.refusalStatus;
      throw refused(`The webhook was refused: ${verdict.problem}`, status);
    }
    const events = verdict.isPing ? [] : await scheme.read(webhook);
    const id = `${provider}:${verdict.id ?? (await hashOf(webhook))}`;
    const store = verdict.isPing ? undefined : replayStore;
    return { ...(await claimWebhook(store, { id, provider, ttlMs })), events };
  };

  return {
    parse,
    respond: (request, handle, { onError } = {}) =>
      answerWebhook({
        async parse() {
          requireWebRequest(request, '@org/email/node-handler');
          return parse(request);
        },
        handle: ({ events }) => handle(events, request),
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
