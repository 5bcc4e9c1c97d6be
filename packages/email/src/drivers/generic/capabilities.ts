import { mapNames, namesIn } from '@org/core/tables';
import type {
  ContactMethod,
  EmailCapabilities,
  MessageCapabilities,
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

/** Whether the table has a place for a field: `boolean` where only its values say so. */
type Has<Fields, Name> = Name extends keyof Fields
  ? undefined extends Fields[Name]
    ? boolean
    : true
  : false;

type GenericMessage<Send extends GenericService['send']> = {
  readonly [Name in 'sandbox' | 'sendAt' | 'stream' | 'template']: Has<Send['fields'], Name>;
} & {
  readonly attachments: Has<Send, 'attachment'> & Has<Send['fields'], 'attachments'>;
  readonly raw?: false;
};

/** What a service with this table can do, as a type. @public */
export interface GenericCapabilities<Service extends GenericService> extends EmailCapabilities {
  readonly templates: PartMethods<Service, 'templates', TemplateMethod>;
  readonly contacts: PartMethods<Service, 'contacts', ContactMethod>;
  readonly suppressions: PartMethods<Service, 'suppressions', SuppressionMethod>;
  readonly request: true;
  readonly message: MessageCapabilities & GenericMessage<Service['send']>;
  readonly providerOptions?: {
    readonly [Name in Service['name']]?:
      | Readonly<Partial<Record<keyof Service['send']['options'], unknown>>>
      | undefined;
  };
}

export function capabilitiesOf(service: GenericService): EmailCapabilities {
  const { templates, contacts, suppressions, idempotency, maximums = {}, send } = service;
  const { recipients = 'list', replyTo = 'one', text = 'alone', attachment } = send;
  const has = (name: string) => send.fields[name as keyof MessageFields] !== undefined;
  const hasFiles = has('attachments') && attachment !== undefined;
  const tracking = [has('trackOpens') && 'opens', has('trackClicks') && 'clicks'] as const;
  return {
    templates: templates !== undefined && (templates.methods ?? true),
    contacts: contacts !== undefined && (contacts.methods ?? true),
    suppressions: suppressions !== undefined && (suppressions.methods ?? true),
    request: true,
    message: {
      ...mapNames(flags, has),
      text: has('text') ? text : 'none',
      replyTo,
      attachments: hasFiles,
      inlineAttachments: hasFiles && attachment.contentId !== undefined,
      templateVariables: 'json',
      visibility: recipients === 'list' ? 'shared' : 'individual',
      internationalLocalPart: false,
      tracking: tracking.filter((name) => name !== false),
    },
    idempotency: idempotency?.duplicate ?? 'none',
    limits: maximums,
  };
}

/** What the service has exactly if the table has a place for it. */
const flags = namesIn('cc bcc headers template tags metadata sendAt stream sandbox');
