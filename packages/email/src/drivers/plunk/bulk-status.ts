/** The progress of a bulk action. @public */
export interface PlunkBulkStatus {
  readonly jobId: string;
  readonly state: 'pending' | 'done' | 'failed';
  /** Contacts that the action changed. */
  readonly changed?: number | undefined;
  /** Contacts that were as wanted before. */
  readonly unchanged?: number | undefined;
  /** Contacts that do not exist, or failed. */
  readonly failed?: number | undefined;
  /** In Plunk's words. */
  readonly description?: string | undefined;
}
