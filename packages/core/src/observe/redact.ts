/** What keeps secrets and personal data out of errors, events and logs: everything that leaves a client goes through here. */
export { cleanCause } from './clean-cause.ts';
export { cutDetails } from './cut-details.ts';
export { createRedactor, formatUrl, type Redact, redactText } from './redact-text.ts';
