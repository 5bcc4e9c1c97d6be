/** A link of a mail, and its answer. */
export interface CheckedLink {
  readonly url: string;
  /** The status; 0 without an answer. */
  readonly status: number;
  /** The words of the status, or why there is no answer. */
  readonly text: string;
  /** `false` for a link that was not asked. */
  readonly isAsked: boolean;
}

/** How links are checked. */
export interface LinkCheckOptions {
  /** Whether a host may be asked. @default only hosts of this machine */
  readonly mayAsk?: (url: URL) => boolean;
  /** Follows redirects, three at most. @default false */
  readonly follow?: boolean;
  readonly signal?: AbortSignal;
}

const maxAtOnce = 6;
const maxRedirects = 3;
const timeoutMs = 5000;

/** A mail can name any host, so only programs on this machine are asked. */
export function isLoopback({ protocol, hostname }: URL): boolean {
  // `URL` normalizes other spellings of an IPv4 address to this one.
  const isHere = /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])$/.test(hostname);
  return isHere && (protocol === 'http:' || protocol === 'https:');
}

/** Marks the requests of the check: one that comes back to a link check must not begin another. */
export const linkCheckHeader = 'x-sandbox-link-check';

/** Asks for the head of each link, six at once, until the signal. Never throws. */
export async function checkLinks(
  links: readonly string[],
  options: LinkCheckOptions = {},
): Promise<readonly CheckedLink[]> {
  const checked: CheckedLink[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < links.length && options.signal?.aborted !== true) {
      const index = next;
      next += 1;
      checked[index] = await checkLink(links[index] ?? '', options);
    }
  };
  await Promise.all(Array.from({ length: maxAtOnce }, work));
  return checked;
}

async function checkLink(
  link: string,
  { mayAsk = isLoopback, follow = false, signal }: LinkCheckOptions,
): Promise<CheckedLink> {
  const notAsked = (text: string): CheckedLink => ({ url: link, status: 0, text, isAsked: false });
  let url = new URL(link);
  if (!mayAsk(url)) return notAsked(`not asked: ${url.host} is not on this machine`);
  if (url.username !== '' || url.password !== '') return notAsked('not asked: the link has a login');
  const signals = [AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])];
  for (let redirects = 0; ; redirects += 1) {
    try {
      const headers = { [linkCheckHeader]: '1' };
      const init = { method: 'HEAD', redirect: 'manual', headers, signal: AbortSignal.any(signals) } as const;
      const { status, statusText, headers: answered } = await fetch(url, init);
      const location = answered.get('location');
      const isRedirect = status >= 300 && status < 400 && location !== null && URL.canParse(location, url);
      if (!isRedirect || !follow) return { url: link, status, text: statusText, isAsked: true };
      url = new URL(location, url);
      const problem = !mayAsk(url) ? `redirected to ${url.host}, which was not asked` : 'too many redirects';
      if (!mayAsk(url) || redirects === maxRedirects)
        return { url: link, status: 0, text: problem, isAsked: true };
    } catch (error) {
      return { url: link, status: 0, text: reasonOf(error), isAsked: true };
    }
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `no answer within ${timeoutMs} ms`;
  const { cause } = error;
  const code = (cause as { readonly code?: unknown } | undefined)?.code;
  if (code === 'ECONNREFUSED') return 'connection refused: no program listens there';
  return cause instanceof Error && cause.message !== '' ? cause.message : error.message;
}
