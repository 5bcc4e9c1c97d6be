import type { Bounce } from '../model/delivery-event.ts';

/** The reply of a receiving server in the words of a service: `smtp;550 5.1.1 No such user`. @public */
export function smtpReplyIn(words: string): Pick<Bounce, 'smtpCode' | 'enhancedCode' | 'diagnostic'> {
  const [, smtpCode] = /(?:^|[\s;:("'<[])([245]\d\d)(?=[\s-]|$)/.exec(words) ?? [];
  const [, enhancedCode] = /(?:^|[\s;:("'<[-])([245]\.\d{1,3}\.\d{1,3})(?!\.?\d)/.exec(words) ?? [];
  return {
    ...(smtpCode === undefined ? {} : { smtpCode }),
    ...(enhancedCode === undefined ? {} : { enhancedCode }),
    ...(words === '' ? {} : { diagnostic: words }),
  };
}
