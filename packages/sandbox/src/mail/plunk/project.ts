import type { OpenMailbox } from '../mailbox.ts';
import type { ContactBook } from './contact-book.ts';
import { PlunkFailure } from './failure.ts';
import type { TemplateStore } from './template-store.ts';

/** Everything that one Plunk project owns, as the routes see it. */
export interface PlunkProject {
  readonly contacts: ContactBook;
  readonly templates: TemplateStore;
  readonly mailbox: OpenMailbox;
  /** Domains that may send; `undefined` when all may. */
  readonly verifiedDomains: readonly string[] | undefined;
  readonly maxRecipients: number;
  readonly maxMessageBytes: number;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** Refuses a sender whose domain the project has not verified. @throws {PlunkFailure} 403 */
export function requireVerifiedSender(project: PlunkProject, address: string): void {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  if (project.verifiedDomains === undefined || project.verifiedDomains.includes(domain)) return;
  throw new PlunkFailure(
    403,
    `Domain "${domain}" is not registered. Add and verify it in the project settings.`,
  );
}
