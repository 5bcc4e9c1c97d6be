import type { EmailMessage } from '@org/email';

/** The message as a template with its content as variables: for a service without content of its own. */
export function asStored({ from: _, subject, html, text, template, ...rest }: EmailMessage): EmailMessage {
  const given = Object.entries({ subject, html, text }).filter(([, value]) => typeof value === 'string');
  const variables = Object.fromEntries(given) as Readonly<Record<string, string>>;
  return { ...rest, template: template ?? { id: 'stored', variables } } as EmailMessage;
}

/** The message that this driver can carry. */
export const fitContent = (
  {
    capabilities,
  }: { readonly capabilities: { readonly message: { readonly ownContent?: boolean | undefined } } },
  message: EmailMessage,
): EmailMessage => (capabilities.message.ownContent === false ? asStored(message) : message);
