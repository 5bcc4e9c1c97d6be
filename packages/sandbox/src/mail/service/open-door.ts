import type { SandboxHandler, SandboxRequest, SandboxResponse } from '../../http/exchange.ts';
import { createRouter } from '../../http/router.ts';
import { isSameSecret } from '../../http/secrets.ts';
import type { RateLimit, RateLimitVerdict } from '../../rate-limit.ts';
import { allOrNone } from '../../table/journal.ts';
import { absentRoutes } from '../kit/absent.ts';
import { type Door, type DoorContext, type RateHeaders, responseTo } from '../kit/door.ts';
import type { FetchFile } from '../kit/file-fetcher.ts';
import { withRemoteFiles } from '../kit/remote-files.ts';
import { isIssuedKey } from '../store/issued-keys.ts';

/** What every door checks. */
export interface DoorRules {
  /** Refuses other keys than the printed one. */
  readonly isStrict: boolean;
  /** The limit of this service; `undefined` for none. */
  readonly rateLimit: RateLimit | undefined;
  /** `undefined` where no file is fetched. */
  readonly fetchFile: FetchFile | undefined;
  readonly onFailure: (task: string, error: unknown) => void;
}

/** The handler of a door. Order of the checks: key → rate limit → route → body. */
export function openDoor(
  door: Door,
  context: DoorContext,
  { isStrict, rateLimit, fetchFile, onFailure }: DoorRules,
): SandboxHandler {
  const router = createRouter([...absentRoutes(door), ...door.routes(context)], {
    notFound: ({ method, path }) =>
      door.problem(404, `The sandbox has no ${method} ${path} of ${door.name}.`),
    methodNotAllowed: ({ method }) => door.problem(405, `Method ${method} not allowed`),
  });
  const route = (request: SandboxRequest) => allOrNone(() => router(request));
  const refuseKey = (request: SandboxRequest, isGiven: boolean): SandboxResponse =>
    door.refuseKey?.(request, isGiven) ??
    door.problem(401, isGiven ? 'The API key is invalid.' : 'The API key is missing.');
  const enter = async (request: SandboxRequest): Promise<SandboxResponse> => {
    const key = door.readKey(request, context);
    if (!key) return refuseKey(request, false);
    const isRight = () =>
      isSameSecret(key, door.keyOf?.(request, context) ?? context.key) ||
      isIssuedKey(context.store, door.name, key);
    if (isStrict && !isRight()) return refuseKey(request, true);
    const verdict = rateLimit?.take(door.name);
    const headers = verdict === undefined ? {} : rateHeadersOf(verdict, door.rateHeaders);
    const response =
      verdict?.allowed === false
        ? (door.tooMany?.(secondsOf(verdict.retryAfterMs)) ?? door.problem(429, 'Too many requests'))
        : await ending(door, async () => route(await withRemoteFiles(request, door, fetchFile)));
    return { ...response, headers: { ...headers, ...response.headers } };
  };
  const handle = (request: SandboxRequest) => ending(door, () => enter(request));
  return async (request) => {
    try {
      return await (door.around?.(request, handle) ?? handle(request));
    } catch (error) {
      onFailure(`${request.method} /${door.name}${request.path}`, error);
      const message = error instanceof Error ? error.message : String(error);
      return door.problem(500, `The sandbox failed: ${message}`);
    }
  };
}

/** The errors of a request, in the service's form. */
async function ending(
  door: Door,
  run: () => SandboxResponse | Promise<SandboxResponse>,
): Promise<SandboxResponse> {
  try {
    return await run();
  } catch (error) {
    const response = responseTo(error, door);
    if (response === undefined) throw error;
    return response;
  }
}

const secondsOf = (ms: number): number => Math.max(1, Math.ceil(ms / 1000));

const usual: RateHeaders = { prefix: 'ratelimit-', hasRetryAfter: true };

function rateHeadersOf(
  { allowed, limit, remaining, resetAfterMs, retryAfterMs }: RateLimitVerdict,
  { prefix, hasReset = true, isEpoch, hasRetryAfter }: RateHeaders = usual,
): Readonly<Record<string, string>> {
  const reset = Math.ceil((resetAfterMs + (isEpoch ? Date.now() : 0)) / 1000);
  return {
    ...(prefix !== undefined && {
      [`${prefix}limit`]: `${limit}`,
      [`${prefix}remaining`]: `${remaining}`,
      ...(hasReset && { [`${prefix}reset`]: `${reset}` }),
    }),
    ...(hasRetryAfter && !allowed && { 'retry-after': `${secondsOf(retryAfterMs)}` }),
  };
}
