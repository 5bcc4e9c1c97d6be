import type { LossyMapping } from '../model/fit/lossy.ts';

/**
 * What becomes of a field of nodemailer. `carried`: it is a field of our message. `applied`: nodemailer
 * applies it before the transport gets the mail. `reported`: dropped, which the result says. `refused`:
 * without it, it would be another mail.
 */
export type Verdict =
  | { readonly action: 'carried' | 'applied' }
  | { readonly action: 'reported' | 'refused'; readonly detail: string };

type Verdicts = Readonly<Record<string, Verdict>>;

const carried: Verdict = { action: 'carried' };
const applied: Verdict = { action: 'applied' };
const reported = (detail: string): Verdict => ({ action: 'reported', detail });
const refused = (detail: string): Verdict => ({ action: 'refused', detail });

const encodedElsewhere = reported('the driver or its service encodes the mail itself');

/** Fields of ours that a program may give to `sendMail`: nodemailer has no name for them. */
export const ownFields = ['tags', 'metadata', 'sendAt', 'tracking', 'stream', 'sandbox', 'providerOptions'];

/** The fields of `sendMail` (`SendMailOptions` of nodemailer 10), and ours. */
export const mailVerdicts: Verdicts = {
  from: carried,
  sender: carried,
  to: carried,
  cc: carried,
  bcc: carried,
  replyTo: carried,
  inReplyTo: carried,
  references: carried,
  subject: carried,
  messageId: carried,
  date: carried,
  text: carried,
  html: carried,
  watchHtml: carried,
  amp: carried,
  icalEvent: carried,
  attachments: carried,
  alternatives: carried,
  headers: carried,
  list: carried,
  otp: carried,
  envelope: carried,
  raw: carried,
  priority: carried,
  xMailer: carried,
  dsn: carried,
  requireTLSExtensionEnabled: carried,
  signal: carried,
  ...Object.fromEntries(ownFields.map((name) => [name, carried])),
  attachDataUrls: applied,
  disableFileAccess: applied,
  disableUrlAccess: applied,
  maxRecipients: applied,
  baseBoundary: encodedElsewhere,
  boundaryPrefix: encodedElsewhere,
  encoding: encodedElsewhere,
  newline: encodedElsewhere,
  normalizeHeaderKey: encodedElsewhere,
  textEncoding: encodedElsewhere,
  dkim: refused('signs no mail here: use smtp({ dkim }), or the keys of your service'),
  _dkim: refused('signs no mail here: use smtp({ dkim }), or the keys of your service'),
  auth: refused('is not possible: the account is that of the client'),
  ses: refused('is for the SES transport of nodemailer: use providerOptions: { ses: { … } }'),
};

/** Of a mail with `raw`, nodemailer takes these, and the rest is in the finished message. */
const besideRaw = /^(?:raw|envelope|from|sender|to|cc|bcc|replyTo|headers|dkim|_dkim|signal|messageId)$/;

export const envelopeVerdicts: Verdicts = {
  from: carried,
  to: carried,
  cc: carried,
  bcc: carried,
  size: encodedElsewhere,
  use8BitMime: encodedElsewhere,
  dsn: refused('is not possible: pass `dsn` beside `envelope`'),
  requireTLSExtensionEnabled: refused('is not possible: pass it beside `envelope`'),
};

const anyPart: Verdicts = {
  content: carried,
  path: carried,
  href: carried,
  httpHeaders: carried,
  tls: carried,
  encoding: carried,
  contentTransferEncoding: encodedElsewhere,
  raw: refused('cannot be sent: pass content'),
  headers: refused('cannot be sent: use `cid`, `contentType` or `contentDisposition`'),
};

export const partVerdicts = {
  attachments: {
    ...anyPart,
    filename: carried,
    contentType: carried,
    contentDisposition: carried,
    cid: carried,
  },
  alternatives: {
    ...anyPart,
    contentType: carried,
    filename: reported('an alternative has no name'),
  },
  icalEvent: { ...anyPart, filename: carried, method: carried, contentType: applied },
  content: { ...anyPart, contentType: applied, filename: reported('the content has no name') },
} as const satisfies Readonly<Record<string, Verdicts>>;

const unknown = reported('nodemailer has no field of this name; a plug-in may have used it');

/** The verdict on each field that has a value. */
export function judge(given: object, verdicts: Verdicts, prefix = ''): Judged[] {
  const table = new Map(Object.entries(verdicts));
  return Object.entries(given).flatMap(([name, value]) => {
    const isSet = value !== undefined && value !== null && value !== false;
    return isSet ? [{ path: prefix + name, verdict: table.get(name) ?? unknown }] : [];
  });
}

export interface Judged {
  readonly path: string;
  readonly verdict: Verdict;
}

/** The verdicts on the fields of a mail with `raw`, which nodemailer sends as it is. */
export function judgeRaw(given: object): Judged[] {
  const judged = judge(given, mailVerdicts).filter(({ path }) => !/^_?dkim$/.test(path));
  return judged.map(({ path, verdict }) =>
    verdict.action !== 'carried' || besideRaw.test(path) || ownFields.includes(path)
      ? { path, verdict }
      : { path, verdict: reported('a mail with `raw` has it in its bytes') },
  );
}

/** The losses of the reported fields. */
export function lossesOf(judged: readonly Judged[]): LossyMapping[] {
  return judged.flatMap(({ path, verdict }) =>
    verdict.action === 'reported' ? [{ field: path, action: 'dropped', detail: verdict.detail }] : [],
  );
}
