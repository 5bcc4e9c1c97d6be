import { type CredentialInput, fromEnv } from '@org/core';

/** A driver's webhook secret, or several during a rotation. @internal */
export type WebhookSecretOption = CredentialInput | readonly CredentialInput[];

/** The secrets of the option, else those of the environment: `<name>` and `<name>_PREVIOUS`. @internal */
export function webhookSecrets(
  option: WebhookSecretOption | undefined,
  name: string,
): readonly CredentialInput[] {
  if (option === undefined) return [fromEnv(name), fromEnv(`${name}_PREVIOUS`)];
  return isList(option) ? option : [option];
}

function isList(option: WebhookSecretOption): option is readonly CredentialInput[] {
  return Array.isArray(option);
}
