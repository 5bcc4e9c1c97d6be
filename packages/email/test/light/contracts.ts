// The contract suite of each light entry, in any runtime: nothing here imports a module of Node.
import type { EmailCapabilities, EmailDriver } from '@org/email';
import { azure } from '@org/email/azure';
import * as azureLight from '@org/email/azure/send';
import { brevo } from '@org/email/brevo';
import * as brevoLight from '@org/email/brevo/send';
import { cloudflare } from '@org/email/cloudflare';
import * as cloudflareLight from '@org/email/cloudflare/send';
import { elasticemail } from '@org/email/elasticemail';
import * as elasticemailLight from '@org/email/elasticemail/send';
import { generic } from '@org/email/generic';
import * as genericLight from '@org/email/generic/send';
import { loops } from '@org/email/loops';
import * as loopsLight from '@org/email/loops/send';
import { mailersend } from '@org/email/mailersend';
import * as mailersendLight from '@org/email/mailersend/send';
import { mailgun } from '@org/email/mailgun';
import * as mailgunLight from '@org/email/mailgun/send';
import { mailjet } from '@org/email/mailjet';
import * as mailjetLight from '@org/email/mailjet/send';
import { mailtrap } from '@org/email/mailtrap';
import * as mailtrapLight from '@org/email/mailtrap/send';
import { mandrill } from '@org/email/mandrill';
import * as mandrillLight from '@org/email/mandrill/send';
import { plunk } from '@org/email/plunk';
import * as plunkLight from '@org/email/plunk/send';
import { postmark } from '@org/email/postmark';
import * as postmarkLight from '@org/email/postmark/send';
import { resend } from '@org/email/resend';
import * as resendLight from '@org/email/resend/send';
import { scaleway } from '@org/email/scaleway';
import * as scalewayLight from '@org/email/scaleway/send';
import { sendgrid } from '@org/email/sendgrid';
import * as sendgridLight from '@org/email/sendgrid/send';
import { ses } from '@org/email/ses';
import * as sesLight from '@org/email/ses/send';
import { sparkpost } from '@org/email/sparkpost';
import * as sparkpostLight from '@org/email/sparkpost/send';
import type { EmailDriverHarness, TestFramework } from '@org/email/testing';
import { zeptomail } from '@org/email/zeptomail';
import * as zeptomailLight from '@org/email/zeptomail/send';
import { testClients } from '../../src/testing/test-email-driver.ts';
import { harness as azureHarness } from '../azure/harness.ts';
import { harness as brevoHarness } from '../brevo/harness.ts';
import { harness as cloudflareHarness } from '../cloudflare/harness.ts';
import { harness as elasticemailHarness } from '../elasticemail/harness.ts';
import { harness as genericHarness } from '../generic/harness.ts';
import { harness as loopsHarness } from '../loops/harness.ts';
import { harness as mailersendHarness } from '../mailersend/harness.ts';
import { harness as mailgunHarness } from '../mailgun/harness.ts';
import { harness as mailjetHarness } from '../mailjet/harness.ts';
import { harness as mailtrapHarness } from '../mailtrap/harness.ts';
import { harness as mandrillHarness } from '../mandrill/harness.ts';
import { harness as plunkHarness } from '../plunk/harness.ts';
import { harness as postmarkHarness } from '../postmark/harness.ts';
import { harness as resendHarness } from '../resend/harness.ts';
import { harness as scalewayHarness } from '../scaleway/harness.ts';
import { harness as sendgridHarness } from '../sendgrid/harness.ts';
import { harness as sesHarness } from '../ses/harness.ts';
import { harness as sparkpostHarness } from '../sparkpost/harness.ts';
import type { Harness } from '../support/harness.ts';
import { harness as zeptomailHarness } from '../zeptomail/harness.ts';

interface LightEntry {
  readonly createEmailClient: unknown;
  readonly webhooks?: unknown;
}

/** The factories of both entries, the light entry, and what the suite needs. */
type Contract = readonly [
  full: unknown,
  lightFactory: unknown,
  light: LightEntry,
  harness: Harness<never, never>,
];

export type Contracts = Readonly<Record<string, Contract>>;

const contracts: Contracts = {
  azure: [azure, azureLight.azure, azureLight, azureHarness],
  brevo: [brevo, brevoLight.brevo, brevoLight, brevoHarness],
  cloudflare: [cloudflare, cloudflareLight.cloudflare, cloudflareLight, cloudflareHarness],
  elasticemail: [elasticemail, elasticemailLight.elasticemail, elasticemailLight, elasticemailHarness],
  generic: [generic, genericLight.generic, genericLight, genericHarness],
  loops: [loops, loopsLight.loops, loopsLight, loopsHarness],
  mailersend: [mailersend, mailersendLight.mailersend, mailersendLight, mailersendHarness],
  mailgun: [mailgun, mailgunLight.mailgun, mailgunLight, mailgunHarness],
  mailjet: [mailjet, mailjetLight.mailjet, mailjetLight, mailjetHarness],
  mailtrap: [mailtrap, mailtrapLight.mailtrap, mailtrapLight, mailtrapHarness],
  mandrill: [mandrill, mandrillLight.mandrill, mandrillLight, mandrillHarness],
  plunk: [plunk, plunkLight.plunk, plunkLight, plunkHarness],
  postmark: [postmark, postmarkLight.postmark, postmarkLight, postmarkHarness],
  resend: [resend, resendLight.resend, resendLight, resendHarness],
  scaleway: [scaleway, scalewayLight.scaleway, scalewayLight, scalewayHarness],
  sendgrid: [sendgrid, sendgridLight.sendgrid, sendgridLight, sendgridHarness],
  ses: [ses, sesLight.ses, sesLight, sesHarness],
  sparkpost: [sparkpost, sparkpostLight.sparkpost, sparkpostLight, sparkpostHarness],
  zeptomail: [zeptomail, zeptomailLight.zeptomail, zeptomailLight, zeptomailHarness],
};

/** A stand-in, with what its harness needs besides its address. */
export interface Service extends Pick<EmailDriverHarness, 'received' | 'close'> {
  readonly url: string;
  /** Called after each operation, where the stand-in is in another process. */
  readonly update?: (() => Promise<void>) | undefined;
}

/** Tests light entries with all of their parts, and with a new stand-in for each test. */
export function testLightEntries(
  framework: TestFramework,
  start: (name: string) => Promise<Service>,
  more: Contracts,
  names: readonly string[] = Object.keys({ ...contracts, ...more }),
): void {
  for (const name of names) {
    const [full, lightFactory, light, harness] = { ...contracts, ...more }[name] as Contract;
    const use = light.webhooks === undefined ? [] : [light.webhooks];
    const create = light.createEmailClient as (options: object) => object;
    testClients(
      framework,
      `${name}, the light entry`,
      async () => {
        const service = await start(name);
        const own = harness(lightFactory as never, service as never);
        const { driver } = harness(full as never, service as never);
        return { ...own, ...service, driver: updating(withWebhooks(own.driver, driver), service.update) };
      },
      (options: object) => create({ ...options, use, dangerouslyAllowBrowser: true }),
    );
  }
}

/** The suite signs webhooks with the full driver. A light client has what verifies them. */
function withWebhooks(
  light: EmailDriver<EmailCapabilities>,
  full: EmailDriver<EmailCapabilities>,
): EmailDriver<EmailCapabilities> {
  if (full.webhooks === undefined) return light;
  const capabilities = { ...light.capabilities, webhooks: ['parse', 'handler'] as const };
  return { ...light, capabilities, webhooks: full.webhooks };
}

function updating(
  driver: EmailDriver<EmailCapabilities>,
  update = async () => {},
): EmailDriver<EmailCapabilities> {
  const open: typeof driver.open = (options) => {
    const session = driver.open(options);
    const { compose } = session;
    return {
      ...session,
      execute: async (...given) => session.execute(...given).finally(update),
      compose: compose && (async (...given) => compose(...given).finally(update)),
    };
  };
  return { ...driver, open };
}
