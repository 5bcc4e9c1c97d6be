import { InvalidInputError } from '@org/core';
import { memberPath } from '../../model/known-fields.ts';

/** What a message may say to Plunk alone: `providerOptions: { plunk: { … } satisfies PlunkMessageOptions }`. @public */
export interface PlunkMessageOptions {
  /** Sets the recipients' marketing subscription. Left out: it stays, and is off for new contacts. */
  readonly subscribed?: boolean | undefined;
  /** Also store the template's variables on every recipient's contact, as Plunk's own API does. @defaultValue false */
  readonly persistVariables?: boolean | undefined;
}

/** @throws InvalidInputError for anything but these options */
export function readPlunkOptions(input: unknown): PlunkMessageOptions {
  if (input === undefined) return {};
  if (typeof input !== 'object' || input === null) throw refuse(undefined, 'must be an object');
  const options: { subscribed?: boolean; persistVariables?: boolean } = {};
  for (const [key, value] of Object.entries(input)) {
    if (value === undefined) continue;
    if (key !== 'subscribed' && key !== 'persistVariables') throw refuse(key, 'is not an option of Plunk');
    if (typeof value !== 'boolean') throw refuse(key, 'must be true or false');
    options[key] = value;
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
