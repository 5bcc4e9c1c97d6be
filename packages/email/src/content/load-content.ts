import {
  InvalidInputError,
  PayloadTooLargeError,
  RequestBodyError,
  type Runtime,
  TimeoutError,
} from '@org/core';
import { isRecord, wrongKind } from '@org/core/driver';
import type { EmailMessage } from '../model/message.ts';
import { ownValue } from '../model/reader.ts';
import { fromHtml, isLate, type Render } from './late-content.ts';

const encoder = new TextEncoder();

interface ContentParts {
  readonly provider: string;
  readonly render: Render | undefined;
  /** Of all attachments together. */
  readonly maxBytes: number;
  readonly signal: AbortSignal | undefined;
}

interface ContentDeadline {
  readonly runtime: Runtime;
  readonly deadlineMs: number;
}

/**
 * The message with its content rendered and its attachments read.
 *
 * @throws InvalidInputError, PayloadTooLargeError, RequestBodyError for what `render` or a stream throws, and
 * the abort reason
 */
export async function loadContent(
  message: EmailMessage,
  { runtime, deadlineMs, ...parts }: ContentParts & ContentDeadline,
): Promise<EmailMessage> {
  const ended = new AbortController();
  const late = new AbortController();
  const signals = [late.signal, ...(parts.signal === undefined ? [] : [parts.signal])];
  runtime.sleep(deadlineMs, ended.signal).then(
    () => late.abort(deadlinePassed(parts.provider, deadlineMs)),
    () => {},
  );
  try {
    return await loadMessage(message, { ...parts, signal: AbortSignal.any(signals) });
  } finally {
    ended.abort();
  }
}

function deadlinePassed(provider: string, deadlineMs: number): TimeoutError {
  return new TimeoutError({
    message:
      `The call reached its deadline, ${deadlineMs} ms (deadlineMs), while its content was read: a stream ` +
      'stalled, or `render` takes too long.',
    provider,
    operation: 'send',
    outcome: 'not-sent',
    retryable: true,
    limit: 'deadline',
  });
}

async function loadMessage(message: EmailMessage, parts: ContentParts): Promise<EmailMessage> {
  const { content, ...fields } = { content: undefined, ...message };
  const rendered = content === undefined ? {} : await render(content, message, parts);
  const loaded: unknown[] = [];
  let bytes = 0;
  for (const [index, attachment] of [...(message.attachments ?? [])].entries()) {
    if (!isLate(attachment)) loaded.push(attachment);
    else {
      const path = `attachments[${index}].content`;
      const read = await readContent(attachment.content, path, {
        ...parts,
        maxBytes: parts.maxBytes - bytes,
      });
      bytes += read.length;
      loaded.push({ ...attachment, content: read });
    }
  }
  const attachments = message.attachments === undefined ? {} : { attachments: loaded };
  return { ...fields, ...rendered, ...attachments } as EmailMessage;
}

async function render(content: unknown, message: EmailMessage, parts: ContentParts) {
  const given = (['html', 'text', 'template'] as const).find(
    (name) => ![undefined, fromHtml].includes(ownValue(message, name) as undefined),
  );
  if (given !== undefined) throw invalid('content', `cannot be combined with \`${given}\``);
  if (parts.render === undefined)
    throw invalid(
      'content',
      'needs a renderer: createEmailClient({ render: async (content) => ({ html }) }); pass HTML as `html`',
    );
  parts.signal?.throwIfAborted();
  const { render: renderer, signal } = parts;
  const { html, text } = await ofCaller('content', signal, async () => renderer(content));
  return { ...(html === undefined ? {} : { html }), ...(text === undefined ? {} : { text }) };
}

async function readContent(given: unknown, path: string, parts: ContentParts): Promise<Uint8Array> {
  const { signal } = parts;
  const content: unknown =
    typeof given === 'function' ? await ofCaller(path, signal, async () => given() as unknown) : given;
  if (typeof content === 'string') return limited(encoder.encode(content), parts);
  if (content instanceof Uint8Array) return limited(content, parts);
  if (content instanceof Blob) {
    requireCapacity(content.size, parts);
    return new Uint8Array(await ofCaller(path, signal, () => content.arrayBuffer()));
  }
  if (!isIterable(content))
    throw invalid(
      path,
      `must be bytes, a text, a Blob, a stream, or a function that opens one, ${notOne(content)}`,
    );
  return readStream(await ofCaller(path, signal, async () => iteratorOf(content)), path, parts);
}

/** A Buffer that went through JSON has its bytes in `data`. */
function notOne(content: unknown): string {
  const isJson = isRecord(content) && content['type'] === 'Buffer' && Array.isArray(content['data']);
  return `not ${isJson ? 'a Buffer as JSON: Buffer.from(content.data)' : wrongKind(content)}`;
}

type Source = AsyncIterable<unknown> | ReadableStream<unknown>;

function isIterable(content: unknown): content is Source {
  if (typeof content !== 'object' || content === null) return false;
  return Symbol.asyncIterator in content || content instanceof ReadableStream;
}

function iteratorOf(content: Source): AsyncIterator<unknown> {
  if (Symbol.asyncIterator in content) return content[Symbol.asyncIterator]();
  // Safari's streams cannot be iterated.
  const reader = (content as ReadableStream<unknown>).getReader();
  return {
    next: () => reader.read() as Promise<IteratorResult<unknown>>,
    return: async () => {
      await reader.cancel();
      return { done: true, value: undefined };
    },
  };
}

async function readStream(
  chunks: AsyncIterator<unknown>,
  path: string,
  parts: ContentParts,
): Promise<Uint8Array> {
  const read: Uint8Array[] = [];
  let length = 0;
  try {
    for (;;) {
      const { done, value } = await ofCaller(path, parts.signal, () => chunks.next());
      if (done) return joined(read, length);
      const bytes = typeof value === 'string' ? encoder.encode(value) : value;
      if (!(bytes instanceof Uint8Array)) throw invalid(path, 'has a chunk that is neither bytes nor text');
      length += bytes.length;
      requireCapacity(length, parts);
      read.push(bytes);
    }
  } catch (error) {
    // Frees the file or the connection behind it; a source that does not end is not waited for.
    chunks.return?.().catch(() => {});
    throw error;
  }
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}

function limited(bytes: Uint8Array, parts: ContentParts): Uint8Array {
  requireCapacity(bytes.length, parts);
  return bytes;
}

function requireCapacity(length: number, { maxBytes, provider }: ContentParts): void {
  if (length <= maxBytes) return;
  throw new PayloadTooLargeError({
    message: `The attachments are too large for ${provider}: reading them stopped.`,
    provider,
    outcome: 'not-sent',
    issues: [{ path: 'attachments', message: 'are too large' }],
  });
}

function invalid(path: string, problem: string): InvalidInputError {
  return new InvalidInputError({
    message: `The message cannot be sent: \`${path}\` ${problem}.`,
    issues: [{ path, message: problem }],
    outcome: 'not-sent',
  });
}

/** Runs code of the caller. What it throws is an error of this message alone: nothing was sent. */
async function ofCaller<Value>(
  path: string,
  signal: AbortSignal | undefined,
  work: () => Promise<Value>,
): Promise<Value> {
  try {
    return await untilAborted(work(), signal);
  } catch (cause) {
    if (signal?.aborted && cause === signal.reason) throw cause;
    const problem = 'could not be read or rendered: see the cause';
    throw new RequestBodyError({
      message: `The message cannot be sent: \`${path}\` ${problem}.`,
      issues: [{ path, message: problem }],
      outcome: 'not-sent',
      retryable: true,
      cause,
    });
  }
}

async function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (signal === undefined) return work;
  // Work that failed and is not waited for would end the process.
  work.catch(() => {});
  signal.throwIfAborted();
  let onAbort = () => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(signal.reason);
  });
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
