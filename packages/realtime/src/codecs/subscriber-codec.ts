import { isOrgError } from '@org/core/basics';
import { OrderedSteps } from '../internal/ordered-steps.ts';
import type { Codec, CodecPort, CodecSession, CodedEvent } from './codec.ts';
import { CodecError, undecoded } from './codec-error.ts';

const maxWaiting = 1_000;

interface ClientEvent {
  readonly event: string;
  readonly texts: readonly string[] | Promise<readonly string[]>;
}

/** Joins the parts of events. */
export interface Joiner {
  /** Returns the text of an event once it is complete. */
  take(event: CodedEvent, text: string): string | undefined;
  /** Returns when the first part of an incomplete event arrived: it is lost. */
  interrupt(): number | undefined;
  stop(): void;
}

/**
 * Decodes the events of one subscriber and encodes its client events, in order, also when a codec is
 * asynchronous.
 */
export class SubscriberCodec<Data> implements CodecSession {
  readonly #codec: Codec<Data>;
  readonly #port: CodecPort;
  readonly #joiner: Joiner | undefined;
  readonly #received: OrderedSteps<CodedEvent>;
  readonly #sent: OrderedSteps<ClientEvent>;
  #isStopped = false;

  constructor(codec: Codec<Data>, port: CodecPort, joiner?: Joiner) {
    const { runtime } = port;
    this.#codec = codec;
    this.#port = port;
    this.#joiner = joiner;
    this.#received = new OrderedSteps({
      runtime,
      limit: maxWaiting,
      step: (event) => this.#decode(event),
      overflowed: (count) => this.#reportOverflow(`${count} events`),
    });
    this.#sent = new OrderedSteps({
      runtime,
      limit: maxWaiting,
      step: (event) => this.#sendAfter(event),
      overflowed: (count) => this.#reportOverflow(`${count} client events`),
    });
  }

  receive(event: CodedEvent): void {
    this.#received.take(event);
  }

  send(event: string, data: unknown): void {
    const { maxEventBytes, runtime } = this.#port;
    // The frame has the text as a JSON string: two quotes more.
    const limit = {
      maxBytes: maxEventBytes - 2,
      isJsonString: true,
      createId: () => runtime.randomUUID(),
    };
    const texts = this.#codec.toTexts(data as Data, limit);
    if (texts instanceof Promise)
      texts.catch(() => {}); // handled in turn
    else if (!this.#sent.isBusy) {
      this.#sendAll(event, texts);
      return;
    }
    this.#sent.take({ event, texts });
  }

  interrupt(): number | undefined {
    return this.#joiner?.interrupt();
  }

  stop(): void {
    this.#isStopped = true;
    this.#received.stop();
    this.#sent.stop();
    this.#joiner?.stop();
  }

  #decode(event: CodedEvent): Promise<void> | undefined {
    const { raw } = event;
    if (raw === undefined) return void this.#refuse(event, 'its data is not text');
    const text = this.#joiner === undefined ? raw : this.#joiner.take(event, raw);
    if (text === undefined) return undefined;
    try {
      const data = this.#codec.decode(text);
      if (!(data instanceof Promise)) return void this.#deliver(event, data);
      return data.then(
        (settled) => this.#deliver(event, settled),
        (cause: unknown) => this.#refuse(event, 'it cannot be decoded', cause),
      );
    } catch (cause) {
      return void this.#refuse(event, 'it cannot be decoded', cause);
    }
  }

  /** Without `raw`: it may be a part, and a schema must not see it. */
  #deliver({ raw: _, ...event }: CodedEvent, data: Data): void {
    if (!this.#isStopped) this.#port.deliver({ ...event, data });
  }

  #refuse(event: CodedEvent, why: string, cause?: unknown): void {
    if (!this.#isStopped) this.#port.report(undecoded(this.#codec.name, event, why, cause));
  }

  async #sendAfter({ event, texts }: ClientEvent): Promise<void> {
    try {
      const settled = await texts;
      if (!this.#isStopped) this.#sendAll(event, settled);
    } catch (error) {
      this.#port.report(isOrgError(error) ? error : this.#unencoded(event, error));
    }
  }

  #sendAll(event: string, texts: readonly string[]): void {
    for (const text of texts) this.#port.send(event, text);
  }

  #unencoded(event: string, cause: unknown): CodecError {
    const message = `Client event "${event}" was not sent: the codec ${this.#codec.name} cannot encode it.`;
    return new CodecError({ message, provider: 'realtime', outcome: 'not-sent', cause });
  }

  #reportOverflow(what: string): void {
    const message = `${what} were dropped: more than ${maxWaiting} wait for the codec ${this.#codec.name}.`;
    this.#port.report(new CodecError({ message, provider: 'realtime' }));
  }
}
