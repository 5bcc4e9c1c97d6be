import { type CredentialInput, type CredentialSource, credentialFrom, fromEnv, Secret } from '@org/core';

/**
 * The SMTP password of Amazon SES, derived from an IAM user's secret access key. Temporary credentials have
 * no SMTP password. `smtp({ preset: 'ses' })` uses it by itself. @public
 */
export function sesSmtpPassword(
  secretAccessKey: CredentialInput | undefined,
  region: string,
): CredentialSource {
  const source = credentialFrom(secretAccessKey, fromEnv('AWS_SECRET_ACCESS_KEY'), 'secretAccessKey');
  return {
    get description() {
      return source.description;
    },
    async load(context) {
      const credential = await source.load(context);
      if (credential === undefined) return undefined;
      const { deriveSesPassword } = await import('./derive-ses-password.ts');
      return {
        ...credential,
        secret: new Secret(await deriveSesPassword(credential.secret.reveal(), region)),
      };
    },
  };
}
