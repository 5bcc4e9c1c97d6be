import { AbortedError, type OrgError } from '@org/core';
import { wholeNumberOption } from '@org/core/driver';
import { toMailError } from '../model/mail-error.ts';
import type { EmailMessage } from '../model/message.ts';
import type { SendResult } from '../model/send-result.ts';
import type { SendEachOptions, SendEachOutcome } from '../send-each.ts';
import { concernsRun } from './mail.ts';
import { JournalFailure } from './run-journal.ts';

export type Messages = Iterable<EmailMessage> | AsyncIterable<EmailMessage>;

/** Sends one message of a run. */
export type SendOne = (message: EmailMessage, index: number) => Promise<SendResult>;

/** The result of a message that does not start, because the service refused an earlier one. */
export type SkipOne = (message: EmailMessage, index: number, refusal: OrgError) => Promise<SendResult>;

/** One iteration over messages: reads, starts and reports them. */
export class SendEachRun {
  readonly #send: SendOne;
  readonly #skip: SkipOne | undefined;
  readonly #messages: Messages;
  readonly #options: SendEachOptions;
  /** In the order in which they started; the value appears when the message has ended. */
  readonly #inFlight = new Map<number, SendEachOutcome | undefined>();
  readonly #sending = new Set<Promise<void>>();
  #source: Iterator<EmailMessage> | AsyncIterator<EmailMessage> | undefined;
  #isReading = false;
  #isEnding = false;
  #index = 0;
  /** The service refused the credential, and would refuse it for every further message. */
  #refusal: OrgError | undefined;
  /** Ends the run once all outcomes are delivered. */
  #failure: { readonly error: unknown } | undefined;
  #wake: (() => void) | undefined;

  readonly #onAbort = () => this.#fail(this.#options.signal?.reason);

  /** Without `skip`, a message that does not start has the error of the refusal. */
  constructor(send: SendOne, messages: Messages, options: SendEachOptions, skip?: SkipOne) {
    this.#send = send;
    this.#skip = skip;
    this.#messages = messages;
    this.#options = options;
  }

  async *outcomes(): AsyncGenerator<SendEachOutcome, void, undefined> {
    const { concurrency = 10, firstIndex = 0, signal } = this.#options;
    wholeNumberOption('concurrency', concurrency, undefined, 1);
    wholeNumberOption('firstIndex', firstIndex, undefined, 0);
    this.#index = firstIndex;
    if (signal?.aborted) this.#onAbort();
    else if (!this.#isEnding) signal?.addEventListener('abort', this.#onAbort, { once: true });
    for (;;) {
      const outcome = this.#takeOutcome();
      if (outcome !== undefined) yield outcome;
      else if (!this.#isEnding && !this.#isReading && this.#inFlight.size < concurrency) this.#read();
      else if (this.#inFlight.size > 0 || (this.#isReading && !this.#isEnding)) await this.#change();
      else break;
    }
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  async stop(): Promise<void> {
    // A generator closes only after its pending read, which may never end.
    const wasReading = this.#isReading;
    const closing = this.#end();
    closing.catch(() => {});
    await Promise.all(this.#sending);
    if (!wasReading) await closing;
  }

  #takeOutcome(): SendEachOutcome | undefined {
    for (const [index, outcome] of this.#inFlight) {
      if (outcome !== undefined) {
        this.#inFlight.delete(index);
        return outcome;
      }
      if (this.#options.ordered !== false) return undefined;
    }
    return undefined;
  }

  #read(): void {
    this.#isReading = true;
    this.#readNext().then(
      () => {
        this.#isReading = false;
        this.#wake?.();
      },
      (error: unknown) => this.#fail(error),
    );
  }

  async #readNext(): Promise<void> {
    const messages = this.#messages;
    this.#source ??=
      Symbol.asyncIterator in messages ? messages[Symbol.asyncIterator]() : messages[Symbol.iterator]();
    const { done, value } = await this.#source.next();
    if (done) this.#source = undefined;
    if (done) void this.#end();
    if (done || this.#isEnding) return;
    const message = await value;
    if (!this.#isEnding) this.#start(message);
  }

  #start(message: EmailMessage): void {
    const index = this.#index;
    const error = this.#refusal;
    const skip = this.#skip;
    this.#index += 1;
    const isRefused = error !== undefined && skip === undefined;
    this.#inFlight.set(index, isRefused ? { index, ok: false, error } : undefined);
    if (isRefused) return;
    const result =
      error === undefined || skip === undefined ? this.#send(message, index) : skip(message, index, error);
    const sending = result.then(
      (result) => void this.#inFlight.set(index, { index, ok: true, result }),
      (thrown: unknown) => void this.#inFlight.set(index, { index, ok: false, error: this.#judge(thrown) }),
    );
    this.#sending.add(sending);
    void sending.then(() => {
      this.#sending.delete(sending);
      this.#wake?.();
    });
  }

  /** The error of one message, and what it means for the run. */
  #judge(thrown: unknown): OrgError {
    const { signal } = this.#options;
    if (thrown instanceof JournalFailure) this.#fail(thrown.error);
    // Without an entry in the journal, nothing was sent.
    const isUnsent = thrown instanceof JournalFailure;
    const error = toMailError(isUnsent ? thrown.error : thrown, signal, isUnsent ? 'not-sent' : 'unknown');
    if (AbortedError.isInstance(error) && signal?.aborted) this.#fail(signal.reason);
    else if (concernsRun(error)) this.#refusal ??= error;
    return error;
  }

  /**
   * The caller's abort, an error of the source or a bug: ends the run when the outcomes of all started
   * messages are delivered.
   */
  #fail(error: unknown): void {
    this.#failure ??= { error };
    this.#end().catch(() => {});
  }

  /** Reads no further message, and closes the source. */
  async #end(): Promise<void> {
    const source = this.#source;
    this.#isEnding = true;
    this.#source = undefined;
    this.#options.signal?.removeEventListener('abort', this.#onAbort);
    this.#wake?.();
    await source?.return?.();
  }

  #change(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}
