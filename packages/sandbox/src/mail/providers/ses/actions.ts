// The actions of the API of 2010 that concern mail, templates and the account.
import {
  type DoorContext,
  dateOf,
  decodeBase64,
  type Fields,
  fieldsOf,
  headerOf,
  itemsOf,
  textsOf,
} from '../../kit.ts';
import { accountOf, requireSendingOf2010, statisticsOf } from './account.ts';
import { type BulkResult, sendBulk, sendMail } from './mail.ts';
import { tagBook } from './tags.ts';
import { findTemplate, renderWhole } from './templates.ts';
import { sendVerification, verificationTemplates } from './verification.ts';
import { pageOf, stop } from './wire.ts';

/** Its result; `undefined` for those without one. */
type Action = (input: Fields) => object | undefined | Promise<object | undefined>;

/** The actions of a part of the API, by name. */
export type Actions = Readonly<Record<string, Action>>;

/** Switches of forms are texts. */
export const isTrue = (value: unknown): boolean => value === 'true';

/** A mail of the API v2 from the members that all mails of 2010 have. */
const partsOf = ({
  Source,
  Destination,
  ReplyToAddresses,
  ReturnPath,
  Tags,
  ConfigurationSetName,
}: Fields) => ({
  FromEmailAddress: Source,
  Destination,
  ReplyToAddresses,
  FeedbackForwardingEmailAddress: ReturnPath,
  EmailTags: Tags,
  ConfigurationSetName,
});

export function mailActions(context: DoorContext): Actions {
  const send = async (mail: Fields) => {
    requireSendingOf2010(context.store, mail['ConfigurationSetName']);
    return { MessageId: await sendMail(context, mail) };
  };
  return {
    SendEmail: ({ Message, ...mail }) => send({ ...partsOf(mail), Content: { Simple: Message } }),
    SendRawEmail: (input) => {
      const { RawMessage, Destinations } = input;
      const addresses = textsOf(Destinations);
      const ToAddresses = addresses.length > 0 ? addresses : undefined;
      const mail = { ...partsOf(input), Destination: ToAddresses && { ToAddresses } };
      requireHeaders(decodeBase64(fieldsOf(RawMessage)['Data']));
      return send({ ...mail, Content: { Raw: RawMessage } });
    },
    SendTemplatedEmail: (input) => {
      const { Template: TemplateName, TemplateData } = input;
      return send({ ...partsOf(input), Content: { Template: { TemplateName, TemplateData } } });
    },
    SendBulkTemplatedEmail: async (input) => {
      const { Template: TemplateName, DefaultTemplateData: TemplateData, DefaultTags, Destinations } = input;
      findTemplate(context, TemplateName);
      requireSendingOf2010(context.store, input['ConfigurationSetName']);
      const entries = itemsOf(Destinations).map((each) => ({
        Destination: each['Destination'],
        ReplacementTags: each['ReplacementTags'],
        ReplacementEmailContent: {
          ReplacementTemplate: { ReplacementTemplateData: each['ReplacementTemplateData'] },
        },
      }));
      const results = await sendBulk(context, {
        ...partsOf(input),
        DefaultEmailTags: DefaultTags,
        DefaultContent: { Template: { TemplateName, TemplateData } },
        BulkEmailEntries: entries,
      });
      return { Status: results.map(asOf2010) };
    },
  };
}

const requireHeaders = (raw: Uint8Array): void => {
  if (headerOf(raw, 'from') === undefined)
    throw stop('InvalidParameterValue', 'Missing required header From.');
};

const statuses: Readonly<Record<string, string>> = {
  SUCCESS: 'Success',
  TEMPLATE_NOT_FOUND: 'TemplateDoesNotExist',
  INVALID_PARAMETER: 'InvalidParameter',
};

const asOf2010 = ({ Status, ...rest }: BulkResult) => ({ Status: statuses[Status], ...rest });

export function templateActions(context: DoorContext): Actions {
  const { store } = context;
  const { templates } = store;
  const read = ({ SubjectPart: subject, TextPart: text, HtmlPart: html }: Fields) =>
    ({ subject, text, html }) as Readonly<Record<'subject' | 'text' | 'html', string | undefined>>;
  return {
    CreateTemplate: ({ Template }) => {
      const { TemplateName, ...content } = fieldsOf(Template);
      if (typeof TemplateName !== 'string') throw stop('InvalidTemplate', 'TemplateName is missing.');
      if (templates.find(({ name }) => name === TemplateName))
        throw stop('AlreadyExistsException', `Template ${TemplateName} already exists.`);
      tagBook(store).drop(`template/${TemplateName}`);
      templates.add({ name: TemplateName, ...read(content), own: {} });
      return {};
    },
    UpdateTemplate: ({ Template }) => {
      const given = fieldsOf(Template);
      templates.update(findTemplate(context, given['TemplateName']).id, read(given));
      return {};
    },
    GetTemplate: ({ TemplateName }) => {
      const { name, subject, text, html } = findTemplate(context, TemplateName);
      return { Template: { TemplateName: name, SubjectPart: subject, TextPart: text, HtmlPart: html } };
    },
    DeleteTemplate: ({ TemplateName }) => {
      templates.delete(templates.find(({ name }) => name === TemplateName)?.id ?? '');
      tagBook(store).drop(`template/${TemplateName}`);
      return {};
    },
    ListTemplates: ({ MaxItems, NextToken }) => {
      const { items, ...page } = pageOf(templates.all(), MaxItems, NextToken);
      const rows = items.map(({ name: Name, createdAt }) => ({ Name, CreatedTimestamp: dateOf(createdAt) }));
      return { TemplatesMetadata: rows, ...page };
    },
    TestRenderTemplate: ({ TemplateName, TemplateData }) => ({
      RenderedTemplate: renderWhole(context, TemplateName, TemplateData),
    }),
    ...verificationActions(context),
  };
}

function verificationActions(context: DoorContext): Actions {
  const templates = verificationTemplates(context.store);
  return {
    CreateCustomVerificationEmailTemplate: (input) => void templates.create(input),
    UpdateCustomVerificationEmailTemplate: (input) => void templates.change(input['TemplateName'], input),
    GetCustomVerificationEmailTemplate: ({ TemplateName }) => templates.find(TemplateName).given,
    DeleteCustomVerificationEmailTemplate: ({ TemplateName }) => void templates.delete(`${TemplateName}`),
    ListCustomVerificationEmailTemplates: ({ MaxResults, NextToken }) => {
      const { items, ...page } = pageOf(templates.all(), MaxResults, NextToken);
      const rows = items.map(({ given: { TemplateContent: _, ...metadata } }) => metadata);
      return { CustomVerificationEmailTemplates: rows, ...page };
    },
    SendCustomVerificationEmail: (input) => {
      requireSendingOf2010(context.store, input['ConfigurationSetName']);
      return { MessageId: sendVerification(context, input) };
    },
  };
}

export function accountActions({ store }: DoorContext): Actions {
  const account = accountOf(store);
  return {
    GetSendQuota: () => account.get().SendQuota,
    GetSendStatistics: () => ({ SendDataPoints: statisticsOf(store) }),
    GetAccountSendingEnabled: () => ({ Enabled: account.get().SendingEnabled }),
    UpdateAccountSendingEnabled: ({ Enabled }) => void account.put({ SendingEnabled: isTrue(Enabled) }),
  };
}
