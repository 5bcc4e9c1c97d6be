import type { FaultHandler, RecordedRequest } from '../../src/testing/index.ts';

/** One version of a secret, as AWS Secrets Manager keeps them. */
export interface AwsVersion {
  readonly id: string;
  readonly stages: readonly string[];
  readonly text?: string;
  readonly bytes?: Uint8Array;
}

/**
 * AWS Secrets Manager as its API reference describes it: `POST /`, AWS JSON 1.1, the operation in
 * `X-Amz-Target`; errors have their name in `__type`. Source: AWS Secrets Manager API reference,
 * GetSecretValue and Common Errors.
 */
export function fakeAws(secrets: Map<string, readonly AwsVersion[] | 'deleted' | 'denied'>): FaultHandler {
  return (request) => {
    if (request.headers.get('x-amz-target') !== 'secretsmanager.GetSecretValue') {
      return refuse(400, 'UnknownOperationException', '');
    }
    if (!request.headers.get('authorization')?.startsWith('AWS4-HMAC-SHA256 Credential=')) {
      return refuse(400, 'MissingAuthenticationTokenException', 'Request is missing Authentication Token');
    }
    const { SecretId, VersionId, VersionStage = 'AWSCURRENT' } = bodyOf(request);
    const versions = secrets.get(SecretId ?? '');
    if (versions === 'denied') {
      return refuse(
        400,
        'AccessDeniedException',
        `not authorized to perform: secretsmanager:GetSecretValue on resource: ${SecretId}`,
      );
    }
    if (versions === 'deleted') {
      const message = "You can't perform this operation on the secret because it was marked for deletion.";
      return refuse(400, 'InvalidRequestException', message);
    }
    const version = versions?.find(({ id, stages }) =>
      VersionId ? id === VersionId : stages.includes(VersionStage),
    );
    if (version === undefined) {
      return refuse(400, 'ResourceNotFoundException', "Secrets Manager can't find the specified secret.");
    }
    return answer(200, {
      ARN: `arn:aws:secretsmanager:eu-west-1:123456789012:secret:${SecretId}-a1b2c3`,
      CreatedDate: 1_523_477_145.713,
      Name: SecretId,
      ...(version.text === undefined ? {} : { SecretString: version.text }),
      ...(version.bytes === undefined ? {} : { SecretBinary: Buffer.from(version.bytes).toString('base64') }),
      VersionId: version.id,
      VersionStages: version.stages,
    });
  };
}

function bodyOf(request: RecordedRequest): Record<string, string | undefined> {
  return JSON.parse(Buffer.from(request.body).toString());
}

const refuse = (status: number, name: string, message: string) =>
  answer(status, { __type: name, Message: message });

const answer = (status: number, json: unknown) => ({
  answer: { status, json, headers: { 'content-type': 'application/x-amz-json-1.1' } },
});
