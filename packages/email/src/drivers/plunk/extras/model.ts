import type { CallOptions, RawRequest, ServiceResponse } from '@org/core';
import type { ContactInput, TemplateVariables } from '../../../driver.ts';

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

/** An event of a contact; it may start a workflow. @public */
export interface PlunkEvent {
  /** Its name. Names that begin with `email.`, and some others, are Plunk's own. */
  readonly event: string;
  /** The contact, created if it is new. */
  readonly email: string;
  /** Sets the marketing subscription. Left out: it stays, and is on for new contacts. */
  readonly subscribed?: boolean | undefined;
  /** Uses `subscribed` for a new contact only: for double opt-in. In newer versions of Plunk. */
  readonly keepSubscription?: boolean | undefined;
  /** Stored on the contact; `null` removes a field. */
  readonly fields?: ContactInput['fields'];
  /** For the workflows of this event only. */
  readonly variables?: TemplateVariables | undefined;
}

/** An event that Plunk accepted. @public */
export interface TrackedEvent {
  readonly id?: string | undefined;
  readonly contactId?: string | undefined;
  readonly timestamp?: Date | undefined;
  /** Plunk had accepted it before, in an attempt whose response was lost; the ids are not known. */
  readonly replayed: boolean;
}
