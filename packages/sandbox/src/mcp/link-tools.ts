import { isLoopbackHost } from '../http/origin.ts';
import type { Given, SandboxApi, Tool } from './tool.ts';

const maxText = 5000;
const timeoutMs = 10_000;

async function openLink(_api: SandboxApi, { url }: Given, signal: AbortSignal) {
  const link = URL.parse(String(url));
  if (link === null || !/^https?:$/.test(link.protocol)) throw new Error(`${url} is not a web address.`);
  if (!isLoopbackHost(link.host))
    throw new Error(
      `${link.host} is not this machine. The sandbox opens only links to it: 127.0.0.1, localhost.`,
    );
  const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  try {
    const response = await fetch(link, { redirect: 'manual', signal: limit });
    const text = await readBeginning(response);
    const location = response.headers.get('location') ?? undefined;
    const contentType = response.headers.get('content-type') ?? undefined;
    return { url: link.href, status: response.status, ok: response.ok, location, contentType, text };
  } catch (error) {
    signal.throwIfAborted();
    const reason = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    throw new Error(`${link.href} did not answer: ${reason instanceof Error ? reason.message : reason}`);
  }
}

/** The first characters of a body, which may never end. */
async function readBeginning({ body }: Response): Promise<string> {
  let text = '';
  for await (const part of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += part;
    if (text.length >= maxText) break;
  }
  return text.slice(0, maxText);
}

export const linkTools: readonly Tool[] = [
  {
    name: 'open_link',
    description:
      'Requests a link of a message (GET), if it leads to this machine, and shows status, redirect and the ' +
      'beginning of the answer. A redirect is not followed. It may confirm or change something there.',
    arguments: { url: { type: 'string', maxLength: 2000, description: 'http://127.0.0.1:3000/verify?…' } },
    required: ['url'],
    isReadOnly: false,
    run: openLink,
  },
];
