/**
 * Fields that drivers get as the caller gives them. A service carries each of them or not, as the capability
 * of the same name says. A further field of this kind has its line here and its row in `model/fields.ts`.
 */
export interface PlainFields {
  /** Where bounces go, apart from `from`: the reverse path of the envelope (VERP). */
  readonly envelopeFrom: string | undefined;
  /** An own `Message-ID`: `id@domain`, without angle brackets. */
  readonly messageId: string | undefined;
  /** The header `Date`, where the service takes one. @defaultValue when the mail is sent */
  readonly date: Date | undefined;
}
