import { renderCurl } from './curl.ts';
import { createDescriber, type LoggedRequest } from './describe-request.ts';
import type { HttpServiceName, RequestLog } from './request-log.ts';

/** The last HTTP requests of all services, without secrets. */
export interface SandboxRequests {
  /** Oldest first; of one service, or of one path prefix such as `resend`. */
  list(of?: string): readonly LoggedRequest[];
  get(id: string): LoggedRequest | undefined;
  /** The newest, of one service or path prefix. */
  last(of?: string): LoggedRequest | undefined;
  /** A shell command for it. Keys stand there as environment variables. */
  curl(id: string): string | undefined;
  /** Serves a request once more, as a new entry. */
  replay(id: string): Promise<LoggedRequest | undefined>;
  clear(): void;
  /** Calls the listener after each change. Returns the function that removes it. */
  subscribe(listener: () => void): () => void;
}

export function createSandboxRequests(
  log: RequestLog,
  urls: Readonly<Record<HttpServiceName, string | undefined>>,
  env: Readonly<Record<string, string>>,
): SandboxRequests {
  const secrets = Object.entries(env).filter(([name]) => /KEY|PASSWORD|SECRET|TOKEN/.test(name));
  const describe = createDescriber(secrets.map(([, value]) => value));
  const list = (of?: string): readonly LoggedRequest[] =>
    log
      .list()
      .filter(
        ({ service, request }) => of === undefined || service === of || request.target.startsWith(`/${of}/`),
      )
      .map(describe);
  return {
    list,
    get: (id) => {
      const entry = log.get(id);
      return entry && describe(entry);
    },
    last: (of) => list(of).at(-1),
    curl: (id) => {
      const entry = log.get(id);
      return (
        entry && renderCurl(entry, `http://${new URL(urls[entry.service] ?? 'http://127.0.0.1').host}`, env)
      );
    },
    replay: async (id) => {
      const entry = await log.replay(id);
      return entry && describe(entry);
    },
    clear: log.clear,
    subscribe: log.subscribe,
  };
}
