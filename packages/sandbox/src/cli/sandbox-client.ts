import type { SandboxDescription } from '../description.ts';
import { keepOwnAws } from '../own-aws.ts';
import type { CommandOptions } from './command.ts';
import { listRunning, type RunningSandbox } from './running.ts';
import { CommandError, UsageError } from './usage-error.ts';

/** The option of the commands that talk to a running sandbox. */
export const urlOption = {
  url: { type: 'string', value: '<url>', help: 'the page of the sandbox, if it is not found by itself' },
} as const satisfies CommandOptions;

/** The variables by which commands find a sandbox. */
export function pageEnvOf(url: string, token: string | undefined): Readonly<Record<string, string>> {
  return { SANDBOX_URL: url, ...(token !== undefined && { SANDBOX_TOKEN: token }) };
}

/** The HTTP interface of a running sandbox. Paths are those of its page: `/api/messages`. */
export interface SandboxClient {
  /** The page, `http://127.0.0.1:8025/`. */
  readonly url: string;
  /** What requests to it need. */
  readonly token: string | undefined;
  /** @throws {CommandError} with the sandbox's message */
  get<Answer>(path: string): Promise<Answer>;
  /** Changes something. Resolves with `undefined` for an empty answer. */
  send<Answer>(method: 'POST' | 'PUT' | 'DELETE', path: string, json?: unknown): Promise<Answer>;
  /**
   * The names of the views that change, until the signal aborts.
   *
   * @throws {CommandError} when the sandbox ends
   */
  changes(): AsyncIterable<string>;
}

/**
 * The sandbox of `--url`, of SANDBOX_URL, or the newest that runs.
 *
 * @throws {CommandError} without one
 */
export async function findSandbox(
  { url }: { readonly url?: string },
  signal: AbortSignal,
): Promise<SandboxClient> {
  const running = await listRunning();
  const found = url ?? process.env['SANDBOX_URL'] ?? running[0]?.url;
  if (found === undefined) throw new CommandError('No sandbox is running. Start one: sandbox up -d');
  const { origin, token } = readUrl(found);
  const own = running.find((sandbox) => sandbox.url === `${origin}/`)?.token;
  return createClient(origin, token ?? process.env['SANDBOX_TOKEN'] ?? own, signal);
}

/**
 * The newest sandbox without a page, where none with one is named or runs. Only its health can be asked.
 *
 * @throws {CommandError} without an answer
 */
export async function checkHealth(
  { url }: { readonly url?: string },
  signal: AbortSignal,
): Promise<RunningSandbox | undefined> {
  if (url !== undefined || process.env['SANDBOX_URL'] || (await listRunning()).length > 0) return undefined;
  const [bare] = await listRunning(false);
  if (bare !== undefined) await fetchFrom(new URL(bare.url).origin, '/livez', { signal });
  return bare;
}

/** The description of a sandbox, with the URL of its page, for programs with the environment of this one. */
export async function readDescription(
  client: SandboxClient,
): Promise<SandboxDescription & { readonly page: SandboxAddress }> {
  const description = await client.get<SandboxDescription>('/api/sandbox');
  return { page: addressOf(client), ...description, env: keepOwnAws(description.env) };
}

/** The page of a sandbox, and its token. */
export interface SandboxAddress {
  readonly url: string;
  readonly token?: string;
}

export function addressOf({
  url,
  token,
}: {
  readonly url: string;
  readonly token: string | undefined;
}): SandboxAddress {
  return { url, ...(token !== undefined && { token }) };
}

/** The URL as it is printed, also with `?token=`. */
function readUrl(url: string): { readonly origin: string; readonly token: string | undefined } {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed?.protocol !== 'http:' && parsed?.protocol !== 'https:')
    throw new UsageError(`"${url}" is not the URL of a sandbox. It looks like http://127.0.0.1:8025`);
  return { origin: parsed.origin, token: parsed.searchParams.get('token') ?? undefined };
}

function createClient(origin: string, token: string | undefined, signal: AbortSignal): SandboxClient {
  const login = token === undefined ? undefined : { authorization: `Bearer ${token}` };
  const ended = `The sandbox at ${origin} ended.`;
  let silence: string | undefined;
  const request = (path: string, init: RequestInit): Promise<Response> =>
    fetchFrom(origin, path, { ...init, headers: { ...login, ...init.headers }, signal }, silence);
  const readJson = async (response: Response): Promise<unknown> => {
    const text = await response.text().catch((cause: unknown) => {
      if (signal.aborted) throw cause;
      throw new CommandError(ended, { cause });
    });
    return text === '' ? undefined : JSON.parse(text);
  };
  return {
    url: `${origin}/`,
    token,
    get: async <Answer>(path: string) => (await readJson(await request(path, {}))) as Answer,
    send: async <Answer>(method: string, path: string, json?: unknown) => {
      const headers = { 'x-sandbox-page': 'yes', 'content-type': 'application/json' };
      const body = json === undefined ? null : JSON.stringify(json);
      return (await readJson(await request(path, { method, headers, body }))) as Answer;
    },
    changes: async function* () {
      const { body } = await request('/api/live', {});
      // It answered: a later request without an answer finds its end.
      silence = ended;
      yield 'open';
      try {
        yield* readChanges(body);
      } catch (cause) {
        throw new CommandError(ended, { cause });
      }
      throw new CommandError(ended);
    },
  };
}

/** @throws {CommandError} without an answer, and for one that is an error */
async function fetchFrom(
  origin: string,
  path: string,
  init: RequestInit,
  silence = `No sandbox answers at ${origin}. Start one: sandbox up -d`,
): Promise<Response> {
  const response = await fetch(origin + path, init).catch((error: unknown) => {
    if (init.signal?.aborted) throw error;
    throw new CommandError(silence, { cause: error });
  });
  if (response.ok) return response;
  const text = await response.text();
  throw new CommandError(readProblem(text) ?? `${origin}${path} answered with status ${response.status}.`);
}

function readProblem(text: string): string | undefined {
  try {
    const { error } = JSON.parse(text) as { readonly error?: unknown };
    return typeof error === 'string' ? error : undefined;
  } catch {
    return undefined;
  }
}

/** Server-sent events: the sandbox sends `event: <view>` lines. */
async function* readChanges(body: Response['body']): AsyncGenerator<string> {
  let rest = '';
  for await (const text of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.startsWith('event: ')) yield line.slice('event: '.length);
  }
}
