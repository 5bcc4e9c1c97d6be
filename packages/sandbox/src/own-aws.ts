import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

type Variables = Readonly<Record<string, string | undefined>>;

// The sources of keys before the metadata of a machine. Source: AWS SDKs and Tools Reference Guide,
// "Standardized credential providers".
const keySources = [
  ...[
    'AWS_ACCESS_KEY_ID',
    'AWS_SECRET_ACCESS_KEY',
    'AWS_SESSION_TOKEN',
    'AWS_PROFILE',
    'AWS_DEFAULT_PROFILE',
  ],
  ...['AWS_WEB_IDENTITY_TOKEN_FILE', 'AWS_CONTAINER_CREDENTIALS_RELATIVE_URI'],
  'AWS_CONTAINER_CREDENTIALS_FULL_URI',
];
const regionSources = ['AWS_REGION', 'AWS_DEFAULT_REGION'];
const keyLine = /^[ \t]*(?:aws_access_key_id|credential_|sso_|role_arn|login_session)/m;
const regionLine = /^[ \t]*region[ \t]*=/m;

/**
 * The variables of the sandbox for a program: without keys of AWS where it has keys, and without a region
 * where it has one. The SDKs of AWS use both for every service, and only SES is here. `program` is its
 * environment.
 */
export function keepOwnAws(
  env: Readonly<Record<string, string>>,
  program: Variables = process.env,
): Readonly<Record<string, string>> {
  if (env['AWS_ACCESS_KEY_ID'] === undefined) return env;
  const files = readAwsFiles(program);
  const has = (names: readonly string[]) => names.some((name) => program[name]);
  const { AWS_REGION, AWS_DEFAULT_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, ...others } =
    env as Variables;
  return {
    ...others,
    ...(!has(regionSources) && !regionLine.test(files) && { AWS_REGION, AWS_DEFAULT_REGION }),
    ...(!has(keySources) && !keyLine.test(files) && { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY }),
  } as Readonly<Record<string, string>>;
}

function readAwsFiles(program: Variables): string {
  const folder = join(program['HOME'] ?? program['USERPROFILE'] ?? homedir(), '.aws');
  return [
    program['AWS_SHARED_CREDENTIALS_FILE'] ?? join(folder, 'credentials'),
    program['AWS_CONFIG_FILE'] ?? join(folder, 'config'),
  ]
    .map(readText)
    .join('\n');
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
