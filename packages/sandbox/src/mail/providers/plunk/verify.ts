import { type Fields, ok } from '../../kit.ts';
import { email as readEmail, readShape } from './fields.ts';

// The domains of the API reference's own examples; the sandbox asks no name server.
const disposable = ['tempmail.com'];
const personal = ['gmail.com', 'hotmail.com', 'yahoo.com'];
const typos = new Map([['gmial.com', 'gmail.com']]);

/** `POST /v1/verify`: judges by the text alone. */
export function verifyAddress(body: Fields) {
  const { email = '' } = readShape(body, { email: readEmail }, ['email']);
  const [local = '', domain = ''] = email.toLowerCase().split('@');
  const meant = typos.get(domain);
  const exists = meant === undefined && !/\.(?:invalid|test)$/.test(domain);
  const reasons = [
    ...(meant === undefined ? [] : [`Possible typo detected, did you mean ${meant}?`]),
    ...(exists ? [] : ['Domain does not exist (no nameservers found)']),
  ];
  const data = {
    email,
    valid: exists,
    isDisposable: disposable.includes(domain),
    isAlias: false,
    isTypo: meant !== undefined,
    isPlusAddressed: local.includes('+'),
    isPersonalEmail: personal.includes(domain),
    domainExists: exists,
    hasWebsite: exists,
    hasMxRecords: exists,
    ...(meant === undefined ? undefined : { suggestedEmail: `${local}@${meant}` }),
    reasons: reasons.length === 0 ? ['Email appears to be valid'] : reasons,
  };
  return ok({ success: true, data });
}
