import { Timer } from '../internal/timer.ts';
import type { FormPost } from './form-post.ts';
import type { EndpointSettings } from './read-endpoint.ts';

/** The login of one `httpAuthorizer` or `httpUserAuthenticator`. */
interface Login {
  /** How often it was renewed. */
  renewals: number;
  renewing: Promise<void> | undefined;
}

const timeoutMs = 10_000;
// Laravel and Rails guard forms with a token of the session: 419 is Laravel's status for an old one.
const staleStatuses = [401, 419];
const logins = new WeakMap<EndpointSettings, Login>();

/** Renews the login after a 401 or 419, once for all requests that were sent with the old one. */
export async function sendAgainAfterRefresh(
  post: FormPost,
  options: EndpointSettings,
  refresh: () => unknown,
  send: () => Promise<Response>,
): Promise<Response> {
  const login = logins.get(options) ?? { renewals: 0, renewing: undefined };
  logins.set(options, login);
  await login.renewing?.catch(() => {}); // a request with the old login would fail
  const { renewals } = login;
  const response = await send();
  if (!staleStatuses.includes(response.status)) return response;
  response.body?.cancel().catch(() => {});
  if (login.renewals === renewals) {
    login.renewing ??= renew(post, refresh, login, response.status);
    await login.renewing;
  }
  return send();
}

async function renew(post: FormPost, refresh: () => unknown, login: Login, status: number): Promise<void> {
  const { factory, failure, runtime, subject } = post;
  const timer = new Timer(runtime);
  const late = new Promise<never>((_, reject) => {
    timer.start(timeoutMs, () => reject(new Error(`It took longer than ${timeoutMs} ms.`)));
  });
  try {
    await Promise.race([(async () => refresh())(), late]);
    login.renewals += 1;
  } catch (cause) {
    const message = `refresh of ${factory} failed after a ${status} of the endpoint, for ${subject}.`;
    throw failure(message, { status, retryable: true, cause });
  } finally {
    timer.stop();
    login.renewing = undefined;
  }
}
