/** The kinds of events of mail, in the order in which they happen, in the words of `@org/email`. */
export const mailEventKinds = [
  'deferred',
  'delivered',
  'bounced',
  'complained',
  'opened',
  'clicked',
  'unsubscribed',
] as const;

export type MailEventKind = (typeof mailEventKinds)[number];
