import { OrgError, type OrgErrorFields } from './org-error.ts';

/**
 * An option or a setting is wrong: found before any I/O. Change the configuration; trying again does not
 * help. @public
 */
export class ConfigurationError extends OrgError {
  static override readonly family: string = 'ConfigurationError';
  declare readonly code: 'configuration';

  constructor(fields: OrgErrorFields) {
    super({ outcome: 'not-sent', ...fields });
  }
}

/**
 * A credential is missing, blank, malformed or could not be loaded. The message names where it was looked
 * for, never its value. @public
 */
export class CredentialError extends OrgError {
  static override readonly family: string = 'CredentialError';
  declare readonly code: 'credential';
}

/** What the caller passed cannot be sent: `issues` says what and where. Nothing was sent. @public */
export class InvalidInputError extends OrgError {
  static override readonly family: string = 'InvalidInputError';
  declare readonly code: 'invalid-input';
}

/** The chosen driver or service cannot do this. Nothing was sent. @public */
export class UnsupportedError extends OrgError {
  static override readonly family: string = 'UnsupportedError';
  declare readonly code: 'unsupported';
}

/** The client was closed. @public */
export class ClosedError extends OrgError {
  static override readonly family: string = 'ClosedError';
  declare readonly code: 'closed';
}

/**
 * The caller's signal ended the call. `cause` is the caller's reason, untouched; `outcome` is what was proven
 * until then. @public
 */
export class AbortedError extends OrgError {
  static override readonly family: string = 'AbortedError';
  declare readonly code: 'aborted';
}

/**
 * A hook of the caller threw; `cause` says what, and `outcome` what is known of the request. It was not
 * repeated. @public
 */
export class HookError extends OrgError {
  static override readonly family: string = 'HookError';
  declare readonly code: 'hook';
  /** Which hook threw. */
  declare readonly hook: 'beforeRequest' | 'afterResponse';

  constructor(fields: OrgErrorFields & { readonly hook?: HookError['hook'] }) {
    super({ hook: 'beforeRequest', ...fields } as OrgErrorFields);
  }
}
