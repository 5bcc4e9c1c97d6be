import {
  checkTimestamp,
  claimWebhook,
  constantTimeEqual,
  readWebhookRequest,
  verifyHmac,
  WebhookSignatureError,
} from '@org/core/webhooks';
import type { KeyPair } from '../app-identity.ts';
import { decryptEvents, isEncrypted } from './decrypt-events.ts';
import { readEvents } from './webhook-content.ts';
import type { Webhook, WebhookRequest } from './webhook-model.ts';
import { replayTtlMs, type WebhookSettings } from './webhook-options.ts';
import { createSecretsOfKey } from './webhook-secrets.ts';

const maxIdLength = 200;

/** Verifies webhooks, refuses repeated ones, and reads their events. Loaded with the first webhook. */
export function createReceiver({ app, hmac, loadEncryption, options, runtime }: WebhookSettings) {
  const { tokens, toleranceMs, replayStore, idHeader } = options;
  const ttlMs = replayTtlMs(options);
  const secretsOf = createSecretsOfKey(app, tokens, runtime);

  // Almost all webhooks are signed with the app's own secret: one hash, and usually no promise.
  const isOwn = (key: string, signature: string, body: string | Uint8Array): boolean | Promise<boolean> => {
    const verify = (own: KeyPair): boolean | Promise<boolean> => {
      const compare = (hex: string) => own.key === key && constantTimeEqual(hex, signature);
      const hex = hmac(own.secret, body);
      return typeof hex === 'string' ? compare(hex) : hex.then(compare);
    };
    const own = app.keyPair();
    return own instanceof Promise ? own.then(verify) : verify(own);
  };

  const isGenuine = async (key: string, signature: string, bytes: Uint8Array | undefined) => {
    const secrets = await secretsOf(key);
    if (secrets === undefined || bytes === undefined) return false;
    return verifyHmac({ secrets, bytes, signature, encoding: 'hex' });
  };

  return {
    async receive(request: WebhookRequest): Promise<Webhook> {
      const content = await readWebhookRequest(request);
      const { header, body } = content;
      const signature = header('x-pusher-signature') ?? '';
      if (body === undefined) throw forged('The webhook is larger than 10 MiB.');
      const key = header('x-pusher-key') ?? '';
      const isSigned = isOwn(key, signature, body);
      if (!(isSigned === true || (await isSigned) || (await isGenuine(key, signature, content.bytes))))
        throw forged('The signature of the webhook does not match its body, or its app key is unknown.');
      const { timestampMs, events } = readEvents(body);
      if (!checkTimestamp({ timestampMs, nowMs: runtime.now(), toleranceMs }))
        throw forged('The webhook is too old, or from the future: check the clock, or raise toleranceMs.');
      const hasEncrypted = events.some(isEncrypted);
      const opened = hasEncrypted ? await decryptEvents(events, loadEncryption) : events;
      const given = idHeader === undefined ? undefined : header(idHeader)?.slice(0, maxIdLength);
      const id = ['realtime', signature.toLowerCase(), ...(given ? [given] : [])].join(':');
      const claimed = await claimWebhook(replayStore, { id, provider: 'realtime', ttlMs });
      return { ...claimed, at: new Date(timestampMs), events: opened };
    },
  };
}

function forged(message: string): WebhookSignatureError {
  return new WebhookSignatureError({ message, provider: 'realtime' });
}
