import type { AddressInput } from '../address.ts';
import type { EmailCapabilities } from '../capabilities.ts';
import type {
  EmailTemplateMessage,
  EmlMessage,
  HtmlMessage,
  RenderedMessage,
  TextMessage,
} from '../message.ts';
import type { AddressesInput } from './message-base.ts';

// Editors list required fields first. A field of a union counts as required where each member requires it or
// lacks it: no member has an optional `from`, `to` or `subject`.

// Interfaces with names of their own: the compiler compares them with those of a message for any driver field
// by field, and not by their parameters.
interface HtmlToSend<Capabilities extends EmailCapabilities> extends HtmlMessage<Capabilities> {}

interface TextToSend<Capabilities extends EmailCapabilities> extends TextMessage<Capabilities> {}

interface RenderedToSend<Capabilities extends EmailCapabilities> extends RenderedMessage<Capabilities> {}

interface BlindRecipients {
  readonly bcc: AddressesInput;
}

interface BlindHtmlToSend<Capabilities extends EmailCapabilities>
  extends Omit<HtmlMessage<Capabilities>, 'to' | 'bcc'>,
    BlindRecipients {}

interface BlindTextToSend<Capabilities extends EmailCapabilities>
  extends Omit<TextMessage<Capabilities>, 'to' | 'bcc'>,
    BlindRecipients {}

interface BlindRenderedToSend<Capabilities extends EmailCapabilities>
  extends Omit<RenderedMessage<Capabilities>, 'to' | 'bcc'>,
    BlindRecipients {}

interface BlindTemplateToSend<Capabilities extends EmailCapabilities>
  extends Omit<EmailTemplateMessage<Capabilities>, 'from' | 'subject' | 'to' | 'bcc'>,
    BlindRecipients {}

interface EmailTemplateToSend<Capabilities extends EmailCapabilities>
  extends Omit<EmailTemplateMessage<Capabilities>, 'from' | 'subject'> {}

/** A template with fields that replace its own. */
interface EmailTemplateWithOwn<Capabilities extends EmailCapabilities>
  extends EmailTemplateToSend<Capabilities> {
  readonly from: AddressInput;
  readonly subject: string;
}

interface EmlToSend<Capabilities extends EmailCapabilities>
  extends Omit<EmlMessage<Capabilities>, 'subject'> {}

/**
 * An {@link EmailMessage} as a client takes it: with the fields that its driver carries. The compiler prints
 * the second parameter in its error for an incomplete message. @public
 */
export type MessageToSend<
  Capabilities extends EmailCapabilities = EmailCapabilities,
  _Needs extends string = string,
> =
  | BlindHtmlToSend<Capabilities>
  | BlindRenderedToSend<Capabilities>
  | BlindTemplateToSend<Capabilities>
  | BlindTextToSend<Capabilities>
  | EmailTemplateToSend<Capabilities>
  | EmailTemplateWithOwn<Capabilities>
  | EmlToSend<Capabilities>
  | HtmlToSend<Capabilities>
  | RenderedToSend<Capabilities>
  | TextToSend<Capabilities>;
