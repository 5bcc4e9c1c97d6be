import type { OrgError, OrgErrorFields, Runtime } from '@org/core';

/** A POST to an endpoint of the application. */
export interface FormPost {
  /** The function that made the endpoint's options, for errors. */
  readonly factory: 'httpAuthorizer' | 'httpUserAuthenticator';
  /** The channels or user that the request is for. */
  readonly subject: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly maxResponseBytes: number;
  /** What to do after a 413, for its error. */
  readonly adviceIfTooLarge?: string | undefined;
  readonly signal: AbortSignal;
  readonly runtime: Runtime;
  failure(message: string, more?: Omit<OrgErrorFields, 'message'>): OrgError;
}
