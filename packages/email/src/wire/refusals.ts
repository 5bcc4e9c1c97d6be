import { type InvalidInputError, UnsupportedError } from '@org/core';
import { type Attachment, knownContentType } from '../model/attachment.ts';
import { invalidField } from '../model/mail-error.ts';
import { memberPath } from '../model/member-path.ts';
import type { PreparedMessage } from '../model/message.ts';
import { type Reader, readFields, readInput } from '../model/reader.ts';

/**
 * The error for a part that a service cannot carry, beyond what its capabilities say. @public
 *
 * @example
 * throw cannotCarry('plunk', 'subject', 'has {{, which Plunk replaces', 'Change it.');
 */
export function cannotCarry(
  provider: string,
  path: string,
  problem: string,
  advice = 'Leave it out or use another driver.',
): UnsupportedError {
  return new UnsupportedError({
    message: `${provider} cannot take this: \`${path}\` ${problem}. ${advice}`,
    provider,
    issues: [{ path, message: problem }],
    outcome: 'not-sent',
  });
}

/**
 * For a service that takes the type of a file from its name: another type would be lost.
 *
 * @throws UnsupportedError when the name's extension stands for another type
 */
export function refuseOtherType(
  provider: string,
  { filename, contentType }: Attachment,
  index: number,
): void {
  const known = knownContentType(filename);
  if (known !== undefined && !contentType.toLowerCase().startsWith(known))
    throw cannotCarry(
      provider,
      `attachments[${index}].contentType`,
      `differs from ${known}, the type of the file name's extension`,
      'Change one of them.',
    );
}

/**
 * Refuses fields of a template, contact or list that the service does not have. @public
 *
 * @example
 * refuseFields('acme', list, ['description']); // for a service whose lists have only a name
 *
 * @throws UnsupportedError for the first of the fields that is given
 */
export function refuseFields<Input extends object>(
  provider: string,
  input: Input,
  fields: readonly (keyof Input & string)[],
): void {
  const field = fields.find((name) => input[name] !== undefined);
  if (field !== undefined)
    throw cannotCarry(provider, field, 'is not possible: the service has no such field');
}

// Without a prototype, each option reads as `undefined`.
const noOptions = Object.freeze(Object.create(null));

/**
 * The driver's own options of a message, checked: a misspelt one would be lost. @public
 *
 * @example
 * const { ipPoolName } = messageOptions(prepared, 'sendgrid', { ipPoolName: readText });
 *
 * @throws InvalidInputError for an unknown option or a value of another type
 */
export function messageOptions<const Readers extends Readonly<Record<string, Reader<unknown>>>>(
  { providerOptions }: Pick<PreparedMessage, 'providerOptions'>,
  provider: string,
  readers: Readers,
): { readonly [Name in keyof Readers]: NonNullable<ReturnType<Readers[Name]>> | undefined } {
  const input = providerOptions.get(provider);
  if (input === undefined) return noOptions;
  const path = memberPath('providerOptions', provider);
  return readInput('The message cannot be sent', (report) =>
    readFields(input, readers, path, report),
  ) as ReturnType<typeof messageOptions<Readers>>;
}

/** The error for one of the driver's own options: `providerOptions.ses.tenant is not text`. */
export function invalidOption(provider: string, name: string, problem: string): InvalidInputError {
  return invalidField(`providerOptions.${provider}.${name}`, problem);
}

/**
 * Refuses fields beside a stored template, which has its own: the service would drop one of the two. @public
 *
 * @example
 * refuseBesideTemplate('acme', prepared, ['subject', 'html']);
 *
 * @throws UnsupportedError for the first of the fields that is given
 */
export function refuseBesideTemplate(
  provider: string,
  message: PreparedMessage,
  fields: readonly ('from' | 'subject' | 'html' | 'tags' | 'replyTo' | 'headers' | 'cc' | 'attachments')[],
): void {
  if (message.template === undefined) return;
  const field = fields.find((name) => [message[name] ?? []].flat().length > 0);
  if (field !== undefined)
    throw cannotCarry(provider, field, 'is not possible next to `template`, which has its own');
}
