import type { CallOptions, RawRequest, ServiceResponse } from '@org/core';

/** A client with `plunk()`, as far as `plunkApi()` uses it. @public */
export interface PlunkRequests {
  request(request: RawRequest, options?: CallOptions): Promise<ServiceResponse>;
}

/** What Plunk says about an address. @public */
export interface PlunkVerification {
  readonly email: string;
  readonly valid: boolean;
  readonly isDisposable: boolean;
  /** Of a forwarding service. */
  readonly isAlias: boolean;
  readonly isTypo: boolean;
  readonly isPlusAddressed: boolean;
  /** Of a provider for everybody, such as Gmail. */
  readonly isPersonalEmail: boolean;
  readonly domainExists: boolean;
  readonly hasWebsite: boolean;
  readonly hasMxRecords: boolean;
  readonly suggestedEmail?: string | undefined;
  /** In Plunk's words. */
  readonly reasons: readonly string[];
}

/** Which of some addresses are contacts, each as it was given. @public */
export interface PlunkLookup {
  readonly found: readonly string[];
  readonly notFound: readonly string[];
}
