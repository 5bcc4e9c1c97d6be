import { constantTimeEqual } from '@org/core/webhooks';
import type {
  ReceivedWebhook,
  SignContext,
  SignedWebhook,
  Verdict,
  VerifyContext,
} from '../driver/webhook-scheme.ts';

/**
 * Verifies webhooks of a service without a signature, by a secret in the webhook's address or headers:
 * `?token=<secret>`, `Authorization: Bearer <secret>`, or basic auth with the secret as password, or as
 * `user:password`. @public
 */
export async function verifySharedSecret(
  webhook: ReceivedWebhook,
  { secrets }: Pick<VerifyContext, 'secrets'>,
): Promise<Verdict> {
  const given = secretsIn(webhook);
  if (given.length === 0)
    return { genuine: false, problem: 'it has neither a token in its URL nor an Authorization header.' };
  const known = await secrets.get();
  if (isOneOf(known, given)) return { genuine: true };
  const fresh = await secrets.refresh(known);
  if (fresh !== undefined && isOneOf(fresh, given)) return { genuine: true };
  return { genuine: false, problem: 'its token is not `webhookSecret`.' };
}

/** A webhook with the secret where {@link verifySharedSecret} looks first. @public */
export async function signWithToken(_body: string, { secret }: SignContext): Promise<SignedWebhook> {
  return { headers: { 'content-type': 'application/json' }, query: { token: secret } };
}

type Secrets = Awaited<ReturnType<VerifyContext['secrets']['get']>>;

/** Compares every pair, so that the time does not say which one matched. */
function isOneOf(secrets: Secrets, given: readonly string[]): boolean {
  const matches = secrets.flatMap((secret) => given.map((text) => constantTimeEqual(secret.reveal(), text)));
  return matches.includes(true);
}

function secretsIn({ query, header }: ReceivedWebhook): string[] {
  const authorization = header('authorization') ?? '';
  const [, bearer = ''] = /^Bearer (.+)$/i.exec(authorization) ?? [];
  const [, basic = ''] = /^Basic +([\w+/=-]+)$/i.exec(authorization) ?? [];
  const userAndPassword = decodeBasic(basic);
  const password = userAndPassword.slice(userAndPassword.indexOf(':') + 1);
  return [...query.getAll('token'), bearer, userAndPassword, password].filter((text) => text !== '');
}

function decodeBasic(text: string): string {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(text), (character) => character.charCodeAt(0)));
  } catch {
    return '';
  }
}
