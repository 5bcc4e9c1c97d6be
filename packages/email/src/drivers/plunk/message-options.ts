import { InvalidInputError } from '@org/core';
import { memberPath } from '../../model/known-fields.ts';

/**
 * Options of a message for Plunk only: `providerOptions: { plunk: { … } satisfies PlunkMessageOptions }`.
 *
 * @public
 */
export interface PlunkMessageOptions {
  /** Sets the recipients' marketing subscription. Left out: it stays, and is off for new contacts. */
  readonly subscribed?: boolean | undefined;
  /** Also store the template's variables on every recipient's contact, as Plunk's own API does. @defaultValue false */
  readonly persistVariables?: boolean | undefined;
  /**
   * Lets Plunk fill `{{name}}` and run `{% … %}` in the subject and the HTML of a message without a template.
   * Without it, braces in the HTML arrive as written, and a subject with them is refused. @defaultValue false
   */
  readonly placeholders?: boolean | undefined;
}

const names = ['subscribed', 'persistVariables', 'placeholders'] as const;

/** @throws InvalidInputError for anything but these options */
export function readPlunkOptions(input: unknown): PlunkMessageOptions {
  if (input === undefined) return {};
  if (typeof input !== 'object' || input === null) throw refuse(undefined, 'must be an object');
  const options: { -readonly [Name in keyof PlunkMessageOptions]: boolean } = {};
  for (const [key, value] of Object.entries(input)) {
    if (value === undefined) continue;
    const name = names.find((known) => known === key);
    if (name === undefined)
      throw refuse(key, `is not an option of Plunk; its options are ${names.join(', ')}`);
    if (typeof value !== 'boolean') throw refuse(key, 'must be true or false');
    options[name] = value;
  }
  return options;
}

function refuse(key: string | undefined, message: string): InvalidInputError {
  const path = key === undefined ? 'providerOptions.plunk' : memberPath('providerOptions.plunk', key);
  return new InvalidInputError({
    message: `The message cannot be sent: \`${path}\` ${message}.`,
    issues: [{ path, message }],
    outcome: 'not-sent',
  });
}
