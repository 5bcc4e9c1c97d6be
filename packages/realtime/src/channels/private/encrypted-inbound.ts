import type { OrgError } from '@org/core';
import { decodeBase64 } from '@org/core/webhooks';
import { type Opened, open } from '../../crypto/secretbox.ts';
import { parseText } from '../../internal/json.ts';
import { OrderedSteps } from '../../internal/ordered-steps.ts';
import { isProtocolEvent } from '../../protocol/event-name.ts';
import type { Frame } from '../../protocol/frame.ts';
import type { Inbound, InboundPort } from '../subscription/inbound.ts';

const maxWaiting = 1_000;
const minRefreshIntervalMs = 60_000;

interface Arrival {
  readonly frame: Frame;
  readonly atMs: number;
}

/**
 * Decrypts the events of one channel, in order. An event that the key does not fit gets a new key from the
 * application's server, at most once a minute; later events wait for it.
 */
export class EncryptedInbound implements Inbound {
  readonly #port: InboundPort;
  #key: Uint8Array = new Uint8Array(32);
  /** 1 while an event waits for its key. */
  #inFlight = 0;
  /** When the last event arrived that was delivered or reported. Wall-clock time. */
  #settledAtMs = 0;
  #refreshedAtMs = Number.NEGATIVE_INFINITY;
  #subscription = new AbortController();
  #steps: OrderedSteps<Arrival> | undefined;

  constructor(port: InboundPort) {
    this.#port = port;
  }

  start(sharedSecret: string | undefined): void {
    this.stop(false);
    this.#replaceKey(sharedSecret);
    this.#settledAtMs = this.#port.runtime.now();
    this.#subscription = new AbortController();
    const { signal } = this.#subscription;
    this.#steps = new OrderedSteps({
      runtime: this.#port.runtime,
      limit: maxWaiting,
      step: (arrival) => this.#open(arrival, signal),
      overflowed: (count) => this.#reportDropped(count, `more than ${maxWaiting} wait for a new key`),
    });
  }

  take(frame: Frame): void {
    this.#steps?.take({ frame, atMs: this.#port.runtime.now() });
  }

  stop(isLost: boolean): number | undefined {
    const waiting = (this.#steps?.waiting ?? 0) + this.#inFlight;
    this.#subscription.abort();
    this.#steps?.stop();
    this.#steps = undefined;
    this.#inFlight = 0;
    if (isLost && waiting > 0)
      this.#reportDropped(waiting, 'the connection was lost before the new key came');
    return waiting > 0 ? this.#settledAtMs : undefined;
  }

  #open(arrival: Arrival, signal: AbortSignal): Promise<void> | undefined {
    const { frame } = arrival;
    if (isProtocolEvent(frame.event)) return void this.#port.deliver(frame);
    const opened = open(frame.data, this.#key);
    if (isWrongKey(opened) && this.#canRefresh()) return this.#openWithNewKey(arrival, signal);
    return void this.#settle(arrival, opened);
  }

  async #openWithNewKey(arrival: Arrival, signal: AbortSignal): Promise<void> {
    this.#inFlight = 1;
    const error = await this.#refresh(signal);
    if (signal.aborted) return;
    this.#inFlight = 0;
    this.#settle(arrival, open(arrival.frame.data, this.#key), error);
  }

  #settle({ frame, atMs }: Arrival, opened: Opened, cause?: unknown): void {
    this.#settledAtMs = atMs;
    if ('plaintext' in opened) {
      const { plaintext } = opened;
      this.#port.deliver({ ...frame, data: parseText(plaintext), raw: plaintext });
      return;
    }
    const { channel } = this.#port;
    this.#port.report({
      message: `Event "${frame.event}" on ${channel} was not delivered: ${reasons[opened.problem]}`,
      provider: 'realtime',
      operation: 'decrypt',
      cause,
    });
  }

  #canRefresh(): boolean {
    return this.#port.runtime.monotonic() - this.#refreshedAtMs >= minRefreshIntervalMs;
  }

  /** Resolves with the error, if there is one. */
  #refresh(signal: AbortSignal): Promise<OrgError | undefined> {
    this.#refreshedAtMs = this.#port.runtime.monotonic();
    return new Promise((resolve) => {
      signal.addEventListener('abort', () => resolve(undefined), { once: true });
      this.#port.reauthorize(signal, {
        granted: ({ sharedSecret }) => {
          this.#replaceKey(sharedSecret);
          resolve(undefined);
        },
        refused: (error) => resolve(error),
      });
    });
  }

  #replaceKey(sharedSecret = ''): void {
    this.#key = decodeBase64(sharedSecret) ?? this.#key;
  }

  #reportDropped(count: number, why: string): void {
    const message = `${count} events on ${this.#port.channel} were not decrypted and are dropped: ${why}.`;
    this.#port.report({ message, provider: 'realtime', operation: 'decrypt' });
  }
}

function isWrongKey(opened: Opened): boolean {
  return 'problem' in opened && opened.problem === 'wrong-key';
}

const reasons = {
  'not-encrypted': 'it is not encrypted. Set encryptionMasterKey on the server that publishes.',
  damaged: 'its ciphertext is damaged.',
  'wrong-key':
    'it was encrypted with another key, or changed on the way. ' +
    'Use the same encryptionMasterKey on the servers that publish and that authorize.',
};
