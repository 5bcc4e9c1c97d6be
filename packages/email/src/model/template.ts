/** Values for a template's placeholders. @public */
export type TemplateVariables = Readonly<Record<string, string | number | boolean>>;

/** Which stored template makes the content, and with which values. @public */
export interface TemplateReference {
  readonly id: string;
  readonly variables?: TemplateVariables | undefined;
}

/** A template as the service keeps it. The syntax of placeholders is the service's own and is never translated. @public */
export interface Template {
  readonly id: string;
  readonly name: string;
  readonly description?: string | undefined;
  readonly subject?: string | undefined;
  readonly html?: string | undefined;
  readonly from?: { readonly address: string; readonly name?: string | undefined } | undefined;
  readonly replyTo?: string | undefined;
  /** `transactional` reaches everybody, `marketing` only who subscribed. */
  readonly kind?: TemplateKind | undefined;
  readonly createdAt?: Date | undefined;
  readonly updatedAt?: Date | undefined;
}

/** `headless` is the service's own word for a template without its frame. @public */
export type TemplateKind = 'transactional' | 'marketing' | 'headless';

/** What a new template needs. @public */
export interface TemplateInput {
  readonly name: string;
  readonly subject: string;
  readonly html: string;
  /** Sender for messages that name none. */
  readonly from: string | { readonly address: string; readonly name?: string | undefined };
  readonly replyTo?: string | { readonly address: string; readonly name?: string | undefined } | undefined;
  readonly description?: string | undefined;
  /** @defaultValue 'transactional' */
  readonly kind?: TemplateKind | undefined;
}

/** What to change; what is left out stays. @public */
export type TemplateChanges = Partial<TemplateInput>;

/** Which templates to list. @public */
export interface TemplateFilter {
  /** Matches name, subject or description. */
  readonly search?: string | undefined;
  readonly kind?: TemplateKind | undefined;
  /** How many come with one request; the iteration goes on past them. */
  readonly pageSize?: number | undefined;
  /** Begin here: the `nextCursor` of the last page that was dealt with. */
  readonly cursor?: string | undefined;
}
