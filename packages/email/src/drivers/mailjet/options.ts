import {
  findUnsafeText,
  parsedBy,
  readAddressSpec,
  readBoolean,
  readerOf,
  readLine,
  textWithout,
} from '../../driver.ts';

/** Options of a message for Mailjet only: `providerOptions: { mailjet: { … } }`. @public */
export interface MailjetMessageOptions {
  /** An id of yours, which the events return as `CustomID`. */
  readonly customId?: string | undefined;
  /** Sends one mail of the campaign (the message's tag) to each contact, and blocks the others. */
  readonly deduplicateCampaign?: boolean | undefined;
  /** Parameters that Mailjet appends to every link: `utm_source=news`; at most 256 characters. */
  readonly urlTags?: string | undefined;
  /** The category of Mailjet's real-time monitoring. */
  readonly monitoringCategory?: string | undefined;
  /** The place in Mailjet's queue: 0 to 3. */
  readonly priority?: number | undefined;
  /** Where Mailjet reports errors of the template. */
  readonly templateErrorReporting?: string | undefined;
  /** Delivers a message although its template has errors. @defaultValue false */
  readonly templateErrorDeliver?: boolean | undefined;
}

const isPriority = (value: unknown): value is number => [0, 1, 2, 3].some((known) => known === value);

export const optionReaders = {
  customId: readLine,
  deduplicateCampaign: readBoolean,
  urlTags: textWithout((text) =>
    text.length > 256 ? 'must have at most 256 characters' : findUnsafeText(text),
  ),
  monitoringCategory: readLine,
  priority: readerOf(isPriority, 'must be 0, 1, 2 or 3'),
  templateErrorReporting: parsedBy(readAddressSpec),
  templateErrorDeliver: readBoolean,
};
