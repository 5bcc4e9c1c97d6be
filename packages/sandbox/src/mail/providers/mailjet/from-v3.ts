import { type Fields, fieldsOf, itemsOf, mailboxesOf, type Problem } from '../../kit.ts';

/**
 * A mail of the API v3 in the words of v3.1: one for all addresses of `To`, or one for each of `Recipients`,
 * which has its own variables and hides the others. Mailjet does not take both.
 *
 * @throws {Problem}
 */
export function fromV3(
  mail: Fields,
  badAddress: (text: string) => Problem,
  refuse: (message: string) => Problem,
): readonly Fields[] {
  const boxes = (text: unknown) =>
    mailboxesOf(text, badAddress).map(({ name: Name, address: Email }) => ({ Name, Email }));
  const recipients = itemsOf(mail['Recipients']);
  const files = (list: unknown) =>
    itemsOf(list).map((file) => ({
      Filename: file['Filename'],
      ContentType: file['Content-type'],
      Base64Content: file['content'],
    }));
  const common = {
    From: { Email: mail['FromEmail'], Name: mail['FromName'] },
    Subject: mail['Subject'],
    TextPart: mail['Text-part'],
    HTMLPart: mail['Html-part'],
    TemplateID: mail['Mj-TemplateID'],
    TemplateLanguage: mail['Mj-TemplateLanguage'] === true || mail['Mj-TemplateLanguage'] === 'true',
    CustomID: mail['Mj-CustomID'],
    CustomCampaign: mail['Mj-campaign'],
    EventPayload: mail['Mj-EventPayLoad'],
    Headers: mail['Headers'],
    Attachments: files(mail['Attachments']),
  };
  const Variables = fieldsOf(mail['Vars']);
  const others = ['To', 'Cc', 'Bcc'].filter((name) => mail[name] !== undefined);
  if (recipients.length > 0 && others.length > 0)
    throw refuse(`${others.join(', ')} cannot be used with Recipients.`);
  if (recipients.length === 0) {
    const [To, Cc, Bcc] = ['To', 'Cc', 'Bcc'].map((name) => boxes(mail[name]));
    return [{ ...common, To, Cc, Bcc, Variables }];
  }
  return recipients.map((one) => ({
    ...common,
    To: [one],
    Variables: { ...Variables, ...fieldsOf(one['Vars']) },
  }));
}
