import type {
  ContactMethod,
  EmailCapabilities,
  MessageCapabilities,
  Methods,
  SuppressionMethod,
  TemplateMethod,
} from '../../driver.ts';
import type { GenericService, MessageFields } from './table.ts';

type PartMethods<Service, Part extends string, Method extends string> =
  Service extends Readonly<Record<Part, infer Store>>
    ? Store extends { readonly methods: infer List extends readonly Method[] }
      ? List
      : true
    : false;

type OptionNames<Service> = Service extends { readonly send: { readonly options: infer Options } }
  ? keyof Options
  : never;

/** Whether the table has a place for a field: `boolean` where only its values say so. */
type Has<Fields, Name> = Name extends keyof Fields
  ? undefined extends Fields[Name]
    ? boolean
    : true
  : false;

interface GenericMessage<Send extends GenericService['send']> {
  readonly attachments: Has<Send, 'attachment'> & Has<Send['fields'], 'attachments'>;
  readonly raw?: false;
  readonly sandbox: Has<Send['fields'], 'sandbox'>;
  readonly sendAt: Has<Send['fields'], 'sendAt'>;
  readonly stream: Has<Send['fields'], 'stream'>;
  readonly template: Has<Send['fields'], 'template'>;
}

/** What a service with this table can do, as a type. @public */
export interface GenericCapabilities<Service extends GenericService> extends EmailCapabilities {
  readonly templates: PartMethods<Service, 'templates', TemplateMethod>;
  readonly contacts: PartMethods<Service, 'contacts', ContactMethod>;
  readonly suppressions: PartMethods<Service, 'suppressions', SuppressionMethod>;
  readonly request: true;
  readonly message: MessageCapabilities & GenericMessage<Service['send']>;
  readonly providerOptions?: {
    readonly [Name in Service['name']]?: { readonly [Option in OptionNames<Service>]?: unknown } | undefined;
  };
}

/** The same as values. */
export function capabilitiesOf(service: GenericService): EmailCapabilities {
  const { templates, contacts, suppressions, idempotency, maximums } = service;
  return {
    templates: methodsOf(templates),
    contacts: methodsOf(contacts),
    suppressions: methodsOf(suppressions),
    request: true,
    message: messageCapabilities(service.send),
    idempotency: idempotency?.duplicate ?? 'none',
    limits: maximums ?? {},
  };
}

function methodsOf<Method extends string>(
  store: { readonly methods?: readonly Method[] | undefined } | undefined,
): Methods<Method> {
  return store === undefined ? false : (store.methods ?? true);
}

function messageCapabilities(send: GenericService['send']): MessageCapabilities {
  const { fields, recipients = 'list', replyTo = 'one', text = 'alone', attachment } = send;
  const has = (name: keyof MessageFields) => fields[name] !== undefined;
  const isList = recipients === 'list';
  const hasFiles = has('attachments') && attachment !== undefined;
  return {
    cc: has('cc'),
    bcc: has('bcc'),
    text: has('text') ? text : 'none',
    replyTo,
    headers: has('headers'),
    attachments: hasFiles,
    inlineAttachments: hasFiles && attachment.contentId !== undefined,
    template: has('template'),
    templateVariables: 'json',
    tags: has('tags'),
    metadata: has('metadata'),
    sendAt: has('sendAt'),
    visibility: isList ? 'shared' : 'individual',
    internationalLocalPart: false,
    tracking: [
      ...(has('trackOpens') ? (['opens'] as const) : []),
      ...(has('trackClicks') ? (['clicks'] as const) : []),
    ],
    stream: has('stream'),
    sandbox: has('sandbox'),
  };
}
