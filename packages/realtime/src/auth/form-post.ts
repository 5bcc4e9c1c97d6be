import type { OrgError, OrgErrorFields, Runtime } from '@org/core';
import type { Failure } from '../internal/load-code.ts';
import type { EndpointSettings } from './read-endpoint.ts';

/** Sends a form, and renews the login where the response asks for it. */
export type SendAgain = (
  post: FormPost,
  options: EndpointSettings,
  refresh: () => unknown,
  send: () => Promise<Response>,
) => Promise<Response>;

/** Gets the code of `refresh`, which may load. */
export type LoadRefresh = (failure: Failure) => Promise<SendAgain>;

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
  readonly loadRefresh: LoadRefresh;
  failure(message: string, more?: Omit<OrgErrorFields, 'message'>): OrgError;
}
