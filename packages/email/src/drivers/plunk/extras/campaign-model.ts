import type { AddressInput, EmailAddress, TemplateKind } from '../../../driver.ts';

/** Mail to many contacts, sent by Plunk. @public */
export interface PlunkCampaign {
  readonly id: string;
  readonly name: string;
  readonly description?: string | undefined;
  readonly subject?: string | undefined;
  readonly html?: string | undefined;
  readonly from?: EmailAddress | undefined;
  readonly replyTo?: string | undefined;
  readonly kind?: TemplateKind | undefined;
  readonly status: PlunkCampaignStatus;
  readonly audience?: PlunkAudience | undefined;
  /** When it goes out. */
  readonly sendAt?: Date | undefined;
  readonly sentAt?: Date | undefined;
  readonly createdAt?: Date | undefined;
  readonly updatedAt?: Date | undefined;
}

/** Where a campaign is; `unknown` for a word that Plunk did not have. @public */
export type PlunkCampaignStatus = 'draft' | 'scheduled' | 'sending' | 'sent' | 'cancelled' | 'unknown';

/** Every contact, the contacts of a segment, or those that meet a condition. @public */
export type PlunkAudience = 'all' | { readonly segmentId: string } | { readonly condition: PlunkCondition };

/** A tree of filters. The filters of a group must all hold; `logic` joins the groups. @public */
export interface PlunkCondition {
  readonly logic: 'AND' | 'OR';
  readonly groups: readonly {
    readonly filters: readonly PlunkFilter[];
    readonly conditions?: PlunkCondition | undefined;
  }[];
}

/** One test of a contact. @public */
export interface PlunkFilter {
  /** `email`, `subscribed`, `createdAt`, `data.<field>`, or the name of an event. */
  readonly field: string;
  readonly operator:
    | 'equals'
    | 'notEquals'
    | 'contains'
    | 'notContains'
    | 'greaterThan'
    | 'lessThan'
    | 'greaterThanOrEqual'
    | 'lessThanOrEqual'
    | 'exists'
    | 'notExists'
    | 'within'
    | 'olderThan'
    | 'triggered'
    | 'triggeredWithin'
    | 'triggeredOlderThan'
    | 'notTriggered'
    | 'notTriggeredWithin'
    | 'memberOfSegment'
    | 'notMemberOfSegment';
  readonly value?: string | number | boolean | undefined;
  readonly unit?: 'days' | 'hours' | 'minutes' | undefined;
}

/** A campaign to create. It is a draft until `send`. @public */
export interface PlunkCampaignInput {
  readonly name: string;
  /** With placeholders. */
  readonly subject: string;
  /** With placeholders. */
  readonly html: string;
  readonly from: AddressInput;
  readonly replyTo?: AddressInput | undefined;
  readonly description?: string | undefined;
  /** @defaultValue 'marketing', which reaches subscribed contacts only */
  readonly kind?: TemplateKind | undefined;
  readonly audience: PlunkAudience;
}

/** Which campaigns. @public */
export interface PlunkCampaignFilter {
  /** Matches name, subject or sender. */
  readonly search?: string | undefined;
  readonly status?: Exclude<PlunkCampaignStatus, 'unknown'> | undefined;
  /** The number of campaigns of one request. */
  readonly pageSize?: number | undefined;
  /** Starts here: the `nextCursor` of the last processed page. */
  readonly cursor?: string | undefined;
}

/** Counts of a campaign's mails. @public */
export interface PlunkCampaignStats {
  readonly recipients: number;
  readonly sent: number;
  readonly delivered: number;
  readonly opened: number;
  readonly clicked: number;
  readonly bounced: number;
  /** In newer versions of Plunk. */
  readonly complained?: number | undefined;
  /** In newer versions of Plunk. */
  readonly unsubscribed?: number | undefined;
}
