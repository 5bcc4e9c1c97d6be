import { NetworkError, type Runtime } from '@org/core';
import { readBounded } from '@org/core/webhooks';

const maxTextBytes = 100_000;
const maxTexts = 20;

/** Gets certificates: over HTTPS, without redirects, bounded in size and time, each address once. */
export function createTextGetter(runtime: Runtime, provider: string): (url: string) => Promise<string> {
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
