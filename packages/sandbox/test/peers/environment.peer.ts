// Programs with official SDKs and nothing about the sandbox, run by `sandbox exec`.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { obtain } from '../../../routing/test/peers/support/obtain.ts';
import { run } from '../../../routing/test/peers/support/process.ts';
import { type Sandbox, startSandbox } from '../../src/index.ts';
import {
  goProgram,
  installNodeSdks,
  pythonProgram,
  type UnchangedProgram,
} from './support/unchanged-programs.ts';

const bin = fileURLToPath(new URL('../../src/bin.ts', import.meta.url));
const home = mkdtempSync(join(tmpdir(), 'sandbox-unchanged-'));
let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ routing: false });
});
beforeEach(() => sandbox.reset());
afterAll(async () => {
  await sandbox.close();
  rmSync(home, { recursive: true, force: true });
});

/** Runs a program by `sandbox exec`, with no variables of this process but the path. */
function exec({ command, env, ...rest }: UnchangedProgram): Promise<string> {
  return run({
    command: process.execPath,
    args: ['--conditions=@org/source', bin, 'exec', '--', ...command],
    env: { PATH: process.env['PATH'], HOME: home, SANDBOX_URL: sandbox.page?.url, ...env },
    ...rest,
  });
}

const arrived = () => sandbox.mail?.mailbox.list().flatMap(({ envelope }) => envelope.to);

const sdks = await obtain('the SDKs of AWS and Resend for Node', installNodeSdks);
describe.skipIf(sdks === undefined)('Node', () => {
  const node = (program: string, env: Readonly<Record<string, string>> = {}): UnchangedProgram => ({
    command: [process.execPath, '--input-type=module', '-e', program],
    env,
    ...(sdks !== undefined && { cwd: sdks }),
  });

  const sendBySes = `
    import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
    const ses = new SESv2Client();
    await ses.send(new SendEmailCommand({
      FromEmailAddress: 'ann@acme.dev',
      Destination: { ToAddresses: ['bob@example.com'] },
      Content: { Simple: { Subject: { Data: 'Hi' }, Body: { Text: { Data: 'Hi' } } } },
    }));
  `;

  it('SES without keys and region sends', async () => {
    await exec(node(sendBySes));
    expect(arrived()).toEqual(['bob@example.com']);
  });

  it('SES sends, and S3 of the same program keeps its host, keys, session and region', async () => {
    const seen: IncomingHttpHeaders[] = [];
    const bucket = createServer(({ headers }, response) => {
      seen.push(headers);
      response.end('<ListAllMyBucketsResult/>');
    });
    await new Promise<void>((resolve) => bucket.listen(0, '127.0.0.1', resolve));
    const address = bucket.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const own = {
      AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}`,
      AWS_ACCESS_KEY_ID: 'AKIAOFPROGRAM',
      AWS_SECRET_ACCESS_KEY: 'secret-of-program',
      AWS_SESSION_TOKEN: 'token-of-program',
      AWS_REGION: 'eu-north-1',
    };
    const program = `${sendBySes}
      import { ListBucketsCommand, S3Client } from '@aws-sdk/client-s3';
      await new S3Client().send(new ListBucketsCommand());
    `;
    try {
      await exec(node(program, own));
    } finally {
      bucket.close();
    }
    expect(arrived()).toEqual(['bob@example.com']);
    expect(seen).toMatchObject([
      {
        authorization: expect.stringMatching(/Credential=AKIAOFPROGRAM\/\d+\/eu-north-1\/s3\//),
        'x-amz-security-token': 'token-of-program',
      },
    ]);
  });

  it('SES version 1 asks the sandbox, and never the service', async () => {
    const program = `
      import { SESClient, VerifyEmailIdentityCommand } from '@aws-sdk/client-ses';
      const command = new VerifyEmailIdentityCommand({ EmailAddress: 'ann@acme.dev' });
      await new SESClient().send(command).catch(() => {});
    `;
    await exec(node(program));
    expect(sandbox.requests.last('ses')?.method).toBe('POST');
  });

  it('Resend sends', async () => {
    const program = `
      import { Resend } from 'resend';
      const mail = { from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Hi', text: 'Hi' };
      const { error } = await new Resend().emails.send(mail);
      if (error) throw new Error(error.message);
    `;
    await exec(node(program));
    expect(arrived()).toEqual(['bob@example.com']);
  });
});

const pythonPrograms = {
  'resend==2.52.0': `
import resend
resend.Emails.send({"from": "ann@acme.dev", "to": "bob@example.com", "subject": "Hi", "text": "Hi"})
`,
  'boto3==1.44.8': `
import boto3
boto3.client("sesv2").send_email(
    FromEmailAddress="ann@acme.dev",
    Destination={"ToAddresses": ["bob@example.com"]},
    Content={"Simple": {"Subject": {"Data": "Hi"}, "Body": {"Text": {"Data": "Hi"}}}},
)
`,
};

describe.each(Object.entries(pythonPrograms))('Python: %s', async (requirement, source) => {
  const program = await obtain(requirement, () => pythonProgram(requirement, source));
  it.skipIf(program === undefined)('sends', async () => {
    if (program) await exec(program);
    expect(arrived()).toEqual(['bob@example.com']);
  });
});

const resendInGo = `package main

import "github.com/resend/resend-go/v3"

func main() {
	to := []string{"bob@example.com"}
	mail := &resend.SendEmailRequest{From: "ann@acme.dev", To: to, Subject: "Hi", Text: "Hi"}
	if _, err := resend.NewClient("re_any").Emails.Send(mail); err != nil {
		panic(err)
	}
}
`;
const go = await obtain('resend-go 3.1.1', () =>
  goProgram('resend-go-3.1.1', 'github.com/resend/resend-go/v3 v3.1.1', resendInGo),
);
it.skipIf(go === undefined)('Go: resend-go 3.1.1 sends', async () => {
  if (go) await exec(go);
  expect(arrived()).toEqual(['bob@example.com']);
});
