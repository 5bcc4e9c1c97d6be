import { PayloadTooLargeError, TimeoutError } from '@org/core';
import { anySignal, isRecord, wrongKind } from '@org/core/driver';
import { type Attachment, encodedFile, isEncodedFile } from '../model/attachment.ts';
import { invalidField, toMailError } from '../model/mail-error.ts';
import type { MessageDraft } from '../model/message/read-message.ts';
import type { PreparedMessage } from '../model/message.ts';
import { ownValue, readInput } from '../model/reader.ts';
import { readContent } from '../model/text.ts';
import type { Render } from './late-content.ts';
import { ofCaller } from './of-caller.ts';
import type { SenderParts } from './sender-parts.ts';

const encoder = new TextEncoder();

// The memory that attachments may take when the service publishes no limit.
const maxUnlimitedBytes = 100 * 1024 * 1024;

interface ContentParts {
  readonly provider: string;
  readonly render: Render | undefined;
  /** Of all attachments together. */
  readonly maxBytes: number;
  readonly signal: AbortSignal | undefined;
}

export type ContentSettings = Pick<SenderParts, 'runtime' | 'provider' | 'capabilities' | 'fits' | 'render'>;

interface ContentLimits {
  readonly signal: AbortSignal | undefined;
  readonly deadlineMs: number;
}

/** A message whose parts are all there, its fields, and whether its text is of its HTML. */
export type LoadedMessage = Pick<MessageDraft, 'message' | 'given'> &
  Partial<Pick<MessageDraft, 'isTextMade'>>;

/**
 * The message with its content rendered, its attachments read and its text made.
 *
 * @throws InvalidInputError, PayloadTooLargeError, RequestBodyError for what `render` or a stream throws, and
 * the abort reason
 */
export async function loadDraft(
  { runtime, provider, capabilities, fits, render }: ContentSettings,
  draft: MessageDraft,
  { signal, deadlineMs }: ContentLimits,
): Promise<LoadedMessage> {
  const loaded = draft.isLate ? await load() : draft;
  const { html } = loaded.message;
  if (!draft.isTextMade || html === undefined || loaded.message.text !== undefined) return loaded;
  // The service makes the text itself, from the HTML, or sends one of both.
  if (['none', 'either'].includes(fits.allow.message.text)) return loaded;
  const { makeText } = await import('./text-from-html.ts');
  const text = await makeText(html);
  // Of images alone: services refuse an empty text.
  return text.trim() === '' ? loaded : { ...withFields(loaded, { text }), isTextMade: true };

  async function load(): Promise<LoadedMessage> {
    const { maxAttachmentBytes: maxBytes = maxUnlimitedBytes } = capabilities.limits;
    const ended = new AbortController();
    const late = new AbortController();
    runtime.sleep(deadlineMs, ended.signal).then(
      () => late.abort(deadlinePassed(provider, deadlineMs)),
      () => {},
    );
    try {
      return await loadMessage(draft, { provider, render, maxBytes, signal: anySignal(late.signal, signal) });
    } catch (error) {
      throw toMailError(error, signal, 'not-sent');
    } finally {
      ended.abort();
    }
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

async function loadMessage(draft: MessageDraft, parts: ContentParts): Promise<LoadedMessage> {
  const rendered = draft.content === undefined ? {} : await render(draft.content, parts);
  const attachments: Attachment[] = [];
  let bytes = 0;
  for (const [index, { content, ...file }] of draft.message.attachments.entries()) {
    if (content instanceof Uint8Array) attachments.push({ ...file, content });
    else {
      const path = `attachments[${index}].content`;
      const { contentType } = file;
      const own = { ...parts, maxBytes: parts.maxBytes - bytes, contentType };
      const read = await openContent(content, path, own);
      bytes += read.content.length;
      attachments.push({ ...file, ...read });
    }
  }
  return withFields(draft, { ...rendered, attachments });
}

type Loaded = Partial<Pick<PreparedMessage, 'html' | 'text' | 'attachments'>>;

/** The message with more content; its fields are in their order, text behind HTML. */
function withFields({ message, given }: LoadedMessage, loaded: Loaded): LoadedMessage {
  const more = (['html', 'text'] as const).filter(
    (name) => loaded[name] !== undefined && !given.includes(name),
  );
  return { message: { ...message, ...loaded }, given: [...given, ...more] };
}

async function render(content: unknown, parts: ContentParts): Promise<Loaded> {
  if (parts.render === undefined)
    throw invalidField(
      'content',
      'needs a renderer: createEmailClient({ render: async (content) => ({ html }) }); pass HTML as `html`',
    );
  parts.signal?.throwIfAborted();
  const { render: renderer, signal } = parts;
  const rendered: unknown = await ofCaller('content', signal, async () => renderer(content));
  return readInput('The message cannot be sent', (report) => {
    const loaded: { html?: string; text?: string } = {};
    for (const name of ['html', 'text'] as const) {
      const value = ownValue(rendered, name);
      const read = value === undefined ? undefined : readContent(value, name, report);
      if (read !== undefined) loaded[name] = read;
      else if (value === undefined && name === 'html' && ownValue(rendered, 'text') === undefined)
        report('html', 'is missing, and so is `text`');
    }
    return loaded;
  });
}

type Opened = Pick<Attachment, 'content' | 'isText'>;

interface FileParts extends ContentParts {
  readonly contentType: string;
}

async function openContent(given: unknown, path: string, parts: FileParts): Promise<Opened> {
  const { signal, contentType } = parts;
  const content: unknown =
    typeof given === 'function' ? await ofCaller(path, signal, async () => given() as unknown) : given;
  if (isEncodedFile(content, contentType)) throw invalidField(path, encodedFile);
  if (typeof content === 'string') return { content: limited(encoder.encode(content), parts), isText: true };
  if (content instanceof Uint8Array) return { content: limited(content, parts) };
  if (content instanceof Blob) {
    requireCapacity(content.size, parts);
    return { content: new Uint8Array(await ofCaller(path, signal, () => content.arrayBuffer())) };
  }
  if (!isIterable(content))
    throw invalidField(
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
): Promise<Opened> {
  const read: Uint8Array[] = [];
  let length = 0;
  let isText = true;
  try {
    for (;;) {
      const { done, value } = await ofCaller(path, parts.signal, () => chunks.next());
      if (done) return { content: joined(read, length), ...(isText && length > 0 && { isText }) };
      if (typeof value !== 'string') isText = false;
      const bytes = typeof value === 'string' ? encoder.encode(value) : value;
      if (!(bytes instanceof Uint8Array))
        throw invalidField(path, 'has a chunk that is neither bytes nor text');
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
