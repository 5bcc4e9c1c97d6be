import { OrgError, type OrgErrorFields } from './org-error.ts';

/** An option or a setting is wrong: found before any I/O. Change the configuration; trying again does not help. @public */
export class ConfigurationError extends OrgError {
  static override readonly family: string = 'ConfigurationError';
  override readonly code: string = 'configuration';
}

/** A credential is missing, blank, malformed or could not be loaded. The message names where it was looked for, never its value. @public */
export class CredentialError extends OrgError {
  static override readonly family: string = 'CredentialError';
  override readonly code: string = 'credential';
}

/** What the caller passed cannot be sent: `issues` says what and where. Nothing was sent. @public */
export class InvalidInputError extends OrgError {
  static override readonly family: string = 'InvalidInputError';
  override readonly code: string = 'invalid-input';
}

/** The chosen driver or service cannot do this. Nothing was sent. @public */
export class UnsupportedError extends OrgError {
  static override readonly family: string = 'UnsupportedError';
  override readonly code: string = 'unsupported';
}

/** The client was closed. @public */
export class ClosedError extends OrgError {
  static override readonly family: string = 'ClosedError';
  override readonly code: string = 'closed';
}

/** A hook of the caller threw; `cause` says what, and `outcome` what is known of the request. It was not repeated. @public */
export class HookError extends OrgError {
  static override readonly family: string = 'HookError';
  override readonly code: string = 'hook';
  readonly hook: 'beforeRequest' | 'afterAnswer';

  constructor(fields: OrgErrorFields & { readonly hook?: HookError['hook'] }) {
    super(fields);
    this.hook = fields.hook ?? 'beforeRequest';
  }

  override toJSON(): Record<string, unknown> {
    return { ...super.toJSON(), hook: this.hook };
  }
}
