import { AuthenticationError } from '@org/core';
import type { SmtpExtensions } from '../connection/extensions.ts';
import { allMechanisms, mechanisms, type SignInWish, type SmtpMechanism } from './mechanisms.ts';

/** @throws AuthenticationError when the server offers no such way to sign in */
export function chooseMechanism(
  listed: SmtpExtensions | undefined,
  isSecure: boolean,
  { kind, mechanism }: SignInWish,
): SmtpMechanism {
  const wanted: readonly SmtpMechanism[] = mechanism === undefined ? mechanisms[kind] : [mechanism];
  const extensions = listed ?? new Map<string, string>();
  const offered = extensions
    .get('AUTH')
    ?.toUpperCase()
    .split(/[\s=]+/);
  // A server that answers only HELO lists nothing.
  const isUnlisted = listed === undefined;
  const chosen = wanted.find((name) => isUnlisted || offered?.includes(name));
  if (chosen !== undefined) return chosen;
  throw new AuthenticationError({
    message: describeOffer(offered, extensions, isSecure, wanted),
    provider: 'smtp',
    operation: 'send',
    outcome: 'not-sent',
  });
}

function describeOffer(
  offered: readonly string[] | undefined,
  extensions: SmtpExtensions,
  isSecure: boolean,
  wanted: readonly SmtpMechanism[],
): string {
  if (offered !== undefined) {
    const canDo = allMechanisms.filter((name) => offered.includes(name));
    const advice = canDo.length === 0 ? '' : ` Set mechanism to ${canDo.join(' or ')}.`;
    return (
      `The mail server offers only ${offered.join(', ')} to sign in; ` +
      `smtp() can use ${wanted.join(', ')} here.${advice}`
    );
  }
  const remedy =
    !isSecure && extensions.has('STARTTLS')
      ? 'It may offer one over TLS: set requireTls: true.'
      : 'Leave out user and password if it needs none, or use the port for submission (587 or 465).';
  return `The mail server offers no sign-in (AUTH). ${remedy}`;
}
