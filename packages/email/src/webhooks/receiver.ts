import { type CredentialInput, NetworkError, type Runtime } from '@org/core';
import {
  claimWebhook,
  createLiveSecrets,
  encodeHex,
  readBounded,
  readWebhookRequest,
  WebhookReplayedError,
  type WebhookRequest,
  WebhookRunningError,
  WebhookSignatureError,
} from '@org/core/webhooks';
import type { ReceivedWebhook, Verdict, WebhookScheme } from '../driver/webhook-scheme.ts';
import type { DeliveryEvent } from '../model/delivery-event.ts';
import type { WebhookOptions } from './options.ts';

export interface WebhookReceiver {
  parse(request: WebhookRequest): Promise<readonly DeliveryEvent[]>;
  respond(
    request: Request,
    handle: (events: readonly DeliveryEvent[], request: Request) => unknown,
  ): Promise<Response>;
}

interface ReceiverParts {
  readonly scheme: WebhookScheme;
  readonly secrets: readonly CredentialInput[];
  readonly provider: string;
  readonly runtime: Runtime;
  readonly options: WebhookOptions;
}

const defaultToleranceMs = 300_000;
// Services repeat a failed webhook for up to three days.
const replayTtlMs = 4 * 24 * 3_600_000;
const runningResponse = { status: 503, headers: { 'retry-after': '5' } };

/** Verifies webhooks, refuses repeated ones, and reads their events. */
export function createReceiver(parts: ReceiverParts): WebhookReceiver {
  const { scheme, provider, runtime } = parts;
  const { replayStore, toleranceMs = scheme.toleranceMs ?? defaultToleranceMs } = parts.options;
  const secrets = createLiveSecrets(parts.secrets, { runtime });
  const getText = createTextGetter(runtime, provider);

  const receive = async (request: WebhookRequest) => {
    const { header, bytes, query } = await readWebhookRequest(request);
    if (bytes === undefined) throw refused('The webhook is larger than 10 MiB.', provider);
    const webhook: ReceivedWebhook = { header, bytes, query, text: new TextDecoder().decode(bytes) };
    const context = { secrets, nowMs: runtime.now(), toleranceMs, getText };
    const verdict: Verdict = await scheme.verify(webhook, context);
    if (!verdict.genuine) throw refused(`The webhook was refused: ${verdict.problem}`, provider);
    const id = replayStore && `${provider}:${verdict.id ?? (await hashOf(bytes))}`;
    if (replayStore !== undefined && id !== undefined) await claimWebhook(replayStore, id, provider);
    return { webhook, id };
  };

  const release = async (id: string | undefined) => {
    if (id !== undefined) await replayStore?.release(id);
  };

  /** Handles a webhook, and stores whether that succeeded. */
  const handleWebhook = async (
    request: WebhookRequest,
    handle: (events: readonly DeliveryEvent[]) => unknown,
  ): Promise<readonly DeliveryEvent[]> => {
    const { webhook, id } = await receive(request);
    let events: readonly DeliveryEvent[];
    try {
      events = await scheme.read(webhook);
      await handle(events);
    } catch (error) {
      await release(id).catch(() => {}); // the claim ends by itself, and this error says more
      throw error;
    }
    if (id !== undefined) await replayStore?.settle(id, replayTtlMs);
    return events;
  };

  return {
    parse: (request) => handleWebhook(request, () => {}),
    async respond(request, handle) {
      try {
        await handleWebhook(request, (events) => handle(events, request));
        return new Response(null, { status: 200 });
      } catch (error) {
        if (WebhookReplayedError.isInstance(error)) return new Response(null, { status: 200 });
        if (WebhookRunningError.isInstance(error)) return new Response(null, runningResponse);
        if (WebhookSignatureError.isInstance(error)) return new Response(null, { status: 401 });
        throw error;
      }
    },
  };
}

function refused(message: string, provider: string): WebhookSignatureError {
  return new WebhookSignatureError({ message, provider });
}

async function hashOf(bytes: Uint8Array): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', bytes as BufferSource);
  return encodeHex(new Uint8Array(hash));
}

const maxTextBytes = 100_000;
const maxTexts = 20;

/** Gets certificates: over HTTPS, without redirects, bounded in size and time, each address once. */
function createTextGetter(runtime: Runtime, provider: string): (url: string) => Promise<string> {
  const texts = new Map<string, Promise<string>>();
  const fetchText = async (url: string): Promise<string> => {
    const signal = AbortSignal.timeout(10_000);
    const failed = (problem: string, cause?: unknown) =>
      new NetworkError({ message: `An address in the webhook ${problem}.`, provider, cause });
    const response = await runtime.fetch(url, { redirect: 'error', signal }).catch((cause: unknown) => {
      throw failed('could not be reached', cause);
    });
    const bytes = response.ok ? await readBounded(response.body, maxTextBytes) : undefined;
    if (bytes !== undefined) return new TextDecoder().decode(bytes);
    throw failed(`did not load: status ${response.status}, or too large`);
  };
  return (url) => {
    const known = texts.get(url);
    if (known !== undefined) return known;
    if (texts.size >= maxTexts) texts.clear();
    const text = fetchText(url);
    texts.set(url, text);
    text.catch(() => texts.delete(url));
    return text;
  };
}
