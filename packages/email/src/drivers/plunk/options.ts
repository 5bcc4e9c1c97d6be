/**
 * Options of a message for Plunk only: `providerOptions: { plunk: { … } satisfies PlunkMessageOptions }`.
 * @public
 */
export interface PlunkMessageOptions {
  /** Sets the recipients' marketing subscription. Left out: it stays, and is off for new contacts. */
  readonly subscribed?: boolean | undefined;
  /**
   * Also stores the template's variables on every recipient's contact, as Plunk's own API does.
   *
   * @defaultValue false
   */
  readonly persistVariables?: boolean | undefined;
  /**
   * Lets Plunk fill `{{name}}` and run `{% … %}` in subject and HTML of a message without a template.
   * Without it, braces in the HTML arrive as written, and a subject with them is refused.
   *
   * @defaultValue false
   */
  readonly placeholders?: boolean | undefined;
}
