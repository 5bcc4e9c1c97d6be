import {
  listOf,
  type Reader,
  readBoolean,
  readerOf,
  readFields,
  readFilledText,
  readText,
  textWithout,
} from '../../driver.ts';

/** Options of a message for SendGrid only: `providerOptions: { sendgrid: { … } }`. @public */
export interface SendGridMessageOptions {
  /** The pool of IP addresses to send from; 2 to 64 characters. */
  readonly ipPoolName?: string | undefined;
  /** The unsubscribe groups that the recipient can choose from, at most 25; needs the message's `stream`. */
  readonly groupsToDisplay?: readonly number[] | undefined;
  /** Sends also to suppressed addresses: for mail that every recipient must get. */
  readonly bypassListManagement?: boolean | undefined;
  /** Sends also to addresses on the list of spam reports. */
  readonly bypassSpamManagement?: boolean | undefined;
  /** Sends also to addresses on the list of bounces. */
  readonly bypassBounceManagement?: boolean | undefined;
  /** Sends also to addresses that unsubscribed from everything. */
  readonly bypassUnsubscribeManagement?: boolean | undefined;
  /** A footer below the content; `false` for none. */
  readonly footer?: { readonly text?: string; readonly html?: string } | false | undefined;
  /** With `tracking.clicks`: also in the text part. @defaultValue false */
  readonly trackClicksInText?: boolean | undefined;
  /** With `tracking.opens`: the place of the pixel, a text in the HTML. @defaultValue the end */
  readonly openTrackingTag?: string | undefined;
  /** A link to unsubscribe from everything; `false` for none. */
  readonly subscriptionTracking?:
    | { readonly text?: string; readonly html?: string; readonly substitutionTag?: string }
    | false
    | undefined;
  /** Parameters for Google Analytics in every link; `false` for none. */
  readonly googleAnalytics?:
    | {
        readonly source?: string;
        readonly medium?: string;
        readonly term?: string;
        readonly content?: string;
        readonly campaign?: string;
      }
    | false
    | undefined;
}

/** An object of texts, or `false` to switch the feature off. */
function switchOf<const Names extends readonly string[]>(
  ...names: Names
): Reader<{ readonly [Name in Names[number]]?: string } | false> {
  const readers = Object.fromEntries(names.map((name) => [name, readText]));
  return (value, path, report) =>
    value === false
      ? false
      : (readFields(value, readers, path, report) as { readonly [Name in Names[number]]?: string });
}

const readGroup = readerOf(
  (value): value is number => Number.isSafeInteger(value) && Number(value) > 0,
  'must be the number of a group',
);

const readGroups: Reader<number[]> = (value, path, report) => {
  const groups = listOf(readGroup)(value, path, report);
  if (groups !== undefined && groups.length > 25) report(path, 'must have at most 25 groups');
  return groups;
};

export const optionReaders = {
  ipPoolName: textWithout((name) =>
    name.length < 2 || name.length > 64 ? 'must have 2 to 64 characters' : undefined,
  ),
  groupsToDisplay: readGroups,
  bypassListManagement: readBoolean,
  bypassSpamManagement: readBoolean,
  bypassBounceManagement: readBoolean,
  bypassUnsubscribeManagement: readBoolean,
  footer: switchOf('text', 'html'),
  trackClicksInText: readBoolean,
  openTrackingTag: readFilledText,
  subscriptionTracking: switchOf('text', 'html', 'substitutionTag'),
  googleAnalytics: switchOf('source', 'medium', 'term', 'content', 'campaign'),
} satisfies { readonly [Name in keyof SendGridMessageOptions]-?: Reader<unknown> };
