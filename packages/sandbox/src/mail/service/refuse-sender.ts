import type { MailStore } from '../store/mail-store.ts';

/** Why an address may not send, because its domain is not verified; `undefined` if it may. */
export function refuserOf(verifiedDomains: readonly string[] | undefined): MailStore['refuseSender'] {
  const verified = verifiedDomains?.map((domain) => domain.toLowerCase());
  return (address) => {
    const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
    if (verified === undefined || verified.includes(domain)) return undefined;
    return `Domain "${domain}" is not registered. Add and verify it in the project settings.`;
  };
}
