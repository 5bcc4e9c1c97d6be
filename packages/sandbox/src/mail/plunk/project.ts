import type { OpenMailbox } from '../mailbox.ts';
import type { SerialQueue } from '../serial-queue.ts';
import type { ActivityFeed } from './activity.ts';
import type { ContactBook } from './contact-book.ts';
import { PlunkFailure } from './failure.ts';
import type { SegmentStore } from './segments.ts';
import type { SuppressionRules } from './suppressions.ts';
import type { TemplateStore } from './template-store.ts';

/** The data of one Plunk project. */
export interface PlunkProject {
  readonly contacts: ContactBook;
  readonly templates: TemplateStore;
  readonly segments: SegmentStore;
  readonly suppressions: SuppressionRules;
  readonly activity: ActivityFeed;
  readonly mailbox: OpenMailbox;
  readonly composing: SerialQueue;
  /** Domains that may send; `undefined` for all. */
  readonly verifiedDomains: readonly string[] | undefined;
  readonly maxRecipients: number;
  readonly maxMessageBytes: number;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** Why an address may not send, because its domain is not verified; `undefined` if it may. */
export function describeUnverifiedSender(
  verifiedDomains: PlunkProject['verifiedDomains'],
  address: string,
): string | undefined {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  if (verifiedDomains === undefined || verifiedDomains.includes(domain)) return undefined;
  return `Domain "${domain}" is not registered. Add and verify it in the project settings.`;
}

/** Refuses a sender of a domain that is not verified. @throws {PlunkFailure} 403 */
export function requireVerifiedSender(project: Pick<PlunkProject, 'verifiedDomains'>, address: string): void {
  const refusal = describeUnverifiedSender(project.verifiedDomains, address);
  if (refusal !== undefined) throw new PlunkFailure(403, refusal);
}
