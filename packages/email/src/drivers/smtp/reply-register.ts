import { accountWords } from './account-words.ts';

/**
 * Whom or what a refusal concerns. `unverified` is a sender that the account has to verify first, `access` a
 * permission of the account, `rate` a limit that passes soon, `quota` one that does not.
 */
export type Meaning =
  | 'recipient'
  | 'content'
  | 'size'
  | 'invalid'
  | 'sender'
  | 'unverified'
  | 'quota'
  | 'rate'
  | 'suspended'
  | 'access'
  | 'client'
  | 'sign-in'
  | 'service';

/** The step that the reply answers. */
export type Step = 'session' | 'auth' | 'sender' | 'recipient' | 'message';

export interface Reply {
  readonly status: number;
  /** The enhanced code without its class: the `7.1` in `5.7.1` (RFC 3463, section 2). */
  readonly detail: string | undefined;
  /** The text of all lines, without their codes. */
  readonly said: string;
  readonly step: Step;
  /** The server offers a sign-in, and this client has none. */
  readonly isAnonymous: boolean;
}

/** A row that holds only there: `mail` is MAIL and DATA, where "the account" is not the recipient's. */
type Scope = 'mail' | 'recipient' | 'anonymous' | 'temporary';

interface Row {
  readonly means: Meaning | 'step';
  readonly detail?: RegExp;
  readonly said?: RegExp;
  readonly only?: Scope;
}

// The addresses of the sources.
// [google]    https://support.google.com/a/answer/3726730
// [ndr]       https://learn.microsoft.com/troubleshoot/exchange/email-delivery/ndr/, the pages
//             non-delivery-reports-in-exchange-online and fix-error-code-5-7-700-through-5-7-750
// [ses]       https://docs.aws.amazon.com/ses/latest/dg/troubleshoot-smtp.html
// [postfix]   https://github.com/vdukhovni/postfix/blob/17830e5c/postfix/src/smtpd/smtpd_check.c
// [exim]      https://github.com/Exim/exim/blob/13835a3c/src/src/configure.default, acl.c, smtp_in.c
// [codes]     https://www.iana.org/assignments/smtp-enhanced-status-codes
// Every reply of the test has the address of its own source.

/** The first row that fits decides; without one, the step does. */
export const registeredRows: readonly Row[] = [
  // [google] 5.4.5; [ndr] 5.1.90, 5.7.232, 5.7.233, and 5.7.501 to 503, 5.7.705; [codes] X.7.13.
  { means: 'quota', detail: /^(?:4\.5|1\.90|7\.23[23])$/, said: /\b(?:limit|quota)\b/i },
  { means: 'suspended', detail: /^7\.(?:13|50[123]|705)$/ },
  // MailerSend: the codes of its API. Its relay answers a failed validation with 450.
  { means: 'quota', said: /#MS42(?:204|222|901)\b/ },
  { means: 'unverified', said: /#MS42207\b/ },
  { means: 'access', said: /#MS42225\b/ },
  { means: 'invalid', said: /#MS422\d\d\b/ },
  // A client or a sender that Postfix refuses at MAIL is not the account.
  { means: 'client', said: /\bClient host\b|\bclient \[.{0,80}\] blocked\b|\bhelo command rejected\b/i },
  ...accountWords.map(([said, means, only]) => ({ said, means, ...(only && { only }) })),

  // A group that accepts mail of its own organization only ([ndr] 5.7.1, 5.7.133).
  { means: 'step', said: /\bRESOLVER\.RST\b/ },

  // [postfix] "not logged in"; [google] 530; [ndr] 5.7.57; RFC 4954, section 6.
  {
    means: 'sign-in',
    said: /\bnot logged in\b|\bauth(?:entication)? (?:is )?required\b|\bnot authenticated to send\b/i,
  },
  { means: 'sign-in', said: /\bSTARTTLS (?:command first|is required)|\bsession encryption is required\b/i },

  // Senders: [postfix]; [ndr] 5.7.60, 5.7.750, SendAsDenied; [exim] acl.c; [codes] X.1.7, X.1.8; Sendmail.
  { means: 'sender', detail: /^(?:1\.[78]|7\.60|7\.750)$/ },
  {
    means: 'sender',
    said: /\bSender address(?: rejected:| \[.{0,80}\] blocked)|\bnot owned by (?:auth )?user\b/i,
  },
  {
    means: 'sender',
    said: /\b(?:permissions|allowed) to send as\b|SendAsDenied|\bsender verif(?:y|ication) failed\b/i,
  },
  {
    means: 'sender',
    said: /\bsender name is not valid\b|\bas a sender domain\b|\bnot associated with your account\b/i,
  },
  {
    means: 'sender',
    said: /\bsender (?:address )?(?:is )?(?:denied|not allowed)\b|\bsender address .{0,80}does not exist\b/i,
  },

  // iCloud, Zoho, cPanel: another address than those of the account.
  {
    means: 'sender',
    said: /\bnot one of your addresses\b|\brelaying disallowed\b|\bis not allowed in header\b/i,
  },

  // This host or its address: [postfix]; [exim]; [google] 5.7.25; [ndr] 5.7.54, 5.7.64, 5.7.5xx and 5.7.6xx;
  // [ndr] 5.7.708; Yahoo's TS03 and BL21; Brevo's 525.
  { means: 'client', detail: /^7\.(?:54|64|506|508|511|6[0-4]\d|708)$/ },
  { means: 'client', said: /\brelay(?:ing)? (?:access )?(?:denied|prohibited)\b|\bunable to relay\b/i },
  { means: 'client', said: /\brelay(?:ing)? (?:is )?not (?:permitted|allowed)\b|\binvalid HELO name\b/i },
  { means: 'client', said: /\bIP you're using\b|\bunauthorized IP\b|\bnot accepted from this IP\b/i },
  {
    means: 'client',
    said: /\bPTR record|\bon our block list\b/i,
  },
  {
    means: 'client',
    said: /\bconnections will not be accepted from\b|\bmessages from .{0,80}permanently deferred\b/i,
  },
  { means: 'client', said: /\bbanned sending IP\b|\bis in a black list at\b/i },
  // qmail, Haraka, Proofpoint.
  { means: 'client', said: /\ballowed rcpthosts\b|\bI cannot deliver mail for\b|\bproofpoint\.com\/dnsbl/i },
  // The last restriction of a submission service, `permit_sasl_authenticated, reject`, has the words of a
  // refused recipient: https://www.postfix.org/SASL_README.html, "Mail relay authorization".
  { means: 'client', detail: /^7\.1$/, said: /\baddress rejected: Access denied\b/i, only: 'anonymous' },

  // [google] 5.7.27, 5.7.30; [ndr] 5.7.509; policy servers of Postfix at RCPT.
  { means: 'content', said: /\b(?:SPF|DKIM|DMARC)\b/ },

  // GMX and web.de say so, of a mailbox, when a client sends too many mails.
  { means: 'rate', said: /\bFailure sending mail\. Try again later\b/i },

  { means: 'size', detail: /^(?:3\.4|2\.3)$/ },
  // A mailbox: X.1 is its address, X.2 the mailbox, X.5.3 the number of recipients (RFC 3463, section 3).
  { means: 'step', detail: /^(?:1\.\d+|2\.\d+|5\.3)$/, only: 'recipient' },
  {
    means: 'step',
    said: /\b(?:mailbox|inbox|storage|disk|gr[ae]ylist)|\bRecipient address rejected: (?!Policy)/i,
  },

  { means: 'rate', said: /\b(?:sending|send) rate\b|\brate[ -]?limit|\bthrottl|\btoo many e-?mails\b/i },
  // 4yz with these words: [postfix] "too much mail from"; [ndr] 4.3.2; Yahoo; hosts with rate limits.
  {
    means: 'rate',
    said: /\btoo (?:many(?! recipients\W*$)|much|fast)\b|\bquota\b|\brates?\b/i,
    only: 'temporary',
  },
  {
    means: 'rate',
    said: /\bslow(?:er| down)\b|\bconcurrent\b|\bnumber of connections\b|\b(?:messages?|connections?) limit/i,
    only: 'temporary',
  },
  { means: 'rate', said: /\bthread limit\b|\bper (?:second|minute|hour|day|session)\b/i, only: 'temporary' },

  { means: 'client', detail: /^7\.25$/ },
];

export function meaningOf(reply: Reply, rows = registeredRows): Meaning {
  const { step, status, detail = '', said } = reply;
  const row = rows.find(
    (each) =>
      (each.detail?.test(detail) ?? true) && (each.said?.test(said) ?? true) && holds(each.only, reply),
  );
  const means = row === undefined || row.means === 'step' ? meaningOfStep(step, status, detail) : row.means;
  // Before the sign-in there is neither a mail nor its sender.
  return step === 'auth' && !ofSignIn.has(means) ? 'sign-in' : means;
}

const ofSignIn: ReadonlySet<Meaning> = new Set<Meaning>(['client', 'quota', 'rate', 'suspended', 'service']);

function holds(only: Scope | undefined, { step, status, isAnonymous }: Reply): boolean {
  if (only === 'mail') return step === 'sender' || step === 'message';
  if (only === 'recipient') return step === 'recipient';
  if (only === 'anonymous') return isAnonymous;
  return only !== 'temporary' || status < 500;
}

/** A refusal with a generic code and words (RFC 5321, section 4.2; RFC 4954, section 6). */
function meaningOfStep(step: Step, status: number, detail: string): Meaning {
  if ([530, 534, 535, 538].includes(status) || (step === 'auth' && (status >= 500 || status === 432)))
    return 'sign-in';
  if (step === 'recipient' || detail === '2.2') return 'recipient';
  if (step === 'message') return status === 552 && !detail.startsWith('7.') ? 'size' : 'content';
  if (status < 500) return 'service';
  if (step === 'session') return 'client';
  if ([500, 502, 503, 504, 555].includes(status)) return 'invalid';
  return status === 552 ? 'size' : 'sender';
}
