// What each official SDK does beside sending one mail, and what it reads back.

/** What was read back, in the words of the SDK. */
export type Tour = (baseUrl: string) => Promise<Readonly<Record<string, unknown>>>;

const from = 'ann@acme.dev';
const bob = 'bob@example.com';
const eve = 'eve@example.com';

export async function resendTour(baseUrl: string) {
  const { Resend } = await import('resend');
  const client = new Resend('re_good', { baseUrl });
  const read = async <Data>(answer: PromiseLike<{ data: Data | null; error: unknown }>): Promise<Data> => {
    const { data, error } = await answer;
    if (data === null) throw new Error(JSON.stringify(error));
    return data;
  };
  const mail = { from, subject: 'Hi', html: '<p>Hi</p>' };
  const batch = await read(client.batch.send([bob, eve].map((to) => ({ ...mail, to }))));
  const sent = await read(client.emails.get(batch.data[0]?.id ?? ''));
  const later = { ...mail, to: bob, scheduledAt: new Date(Date.now() + 3_600_000).toISOString() };
  const { id: waiting } = await read(client.emails.send(later));
  await read(client.emails.update({ id: waiting, scheduledAt: later.scheduledAt }));
  await read(client.emails.cancel(waiting));
  const html = '<p>{{{NAME}}}</p>';
  const variables = [{ key: 'NAME', type: 'string' as const }];
  const { id } = await read(client.templates.create({ name: 'Welcome', subject: 'Hello', html, variables }));
  await read(client.templates.publish(id));
  await read(client.emails.send({ from, to: bob, template: { id, variables: { NAME: 'Bob' } } }));
  const { id: segmentId } = await read(client.segments.create({ name: 'Beta' }));
  await read(client.contacts.create({ email: bob, firstName: 'Bob' }));
  await read(client.contacts.segments.add({ email: bob, segmentId }));
  await read(client.contacts.update({ email: bob, lastName: 'Berg' }));
  const contact = await read(client.contacts.get({ email: bob }));
  const joined = await read(client.contacts.segments.list({ email: bob }));
  const { data: members } = await read(client.contacts.list({ segmentId }));
  await read(client.suppressions.add({ email: eve }));
  await read(client.suppressions.batch.add({ emails: ['dan@example.com'] }));
  const suppressed = await read(client.suppressions.get(eve));
  const { data: all } = await read(client.suppressions.list());
  await read(client.suppressions.batch.remove({ emails: ['dan@example.com'] }));
  await read(client.suppressions.remove(eve));
  return {
    batch: batch.data.length,
    message: [sent.subject, sent.to, sent.last_event, sent.cc, sent.reply_to],
    cancelled: (await read(client.emails.get(waiting))).last_event,
    template: (await read(client.templates.get(id))).status,
    contact: [contact.email, contact.first_name, contact.last_name, contact.unsubscribed],
    lists: joined.data.map(({ name }) => name),
    members: members.map(({ email }) => email),
    suppressed: [suppressed.email, suppressed.origin, all.length],
  };
}

export async function sendgridTour(baseUrl: string) {
  const { default: mailer } = await import('@sendgrid/mail');
  mailer.setApiKey('SG.good');
  const client = Reflect.get(mailer, 'client');
  client.setDefaultRequest('baseUrl', `${baseUrl}/`);
  const ask = async (method: string, url: string, body?: unknown, qs?: object) =>
    (await client.request({ method, url, body, qs }))[1];
  const [answers] = await mailer.sendMultiple({ from, to: [bob, eve], subject: 'Hi', html: '<p>Hi</p>' });
  const template = await ask('POST', '/v3/templates', { name: 'Welcome', generation: 'dynamic' });
  const version = { name: 'v1', subject: 'Hello {{name}}', html_content: '<p>{{name}}</p>', active: 1 };
  await ask('POST', `/v3/templates/${template.id}/versions`, version);
  const dynamicTemplateData = { name: 'Bob' };
  await mailer.send({ from, to: bob, templateId: template.id, dynamicTemplateData });
  const templates = await ask('GET', '/v3/templates', undefined, { generations: 'dynamic', page_size: 10 });
  const list = await ask('POST', '/v3/marketing/lists', { name: 'Beta' });
  const contacts = [{ email: bob, first_name: 'Bob' }];
  await ask('PUT', '/v3/marketing/contacts', { list_ids: [list.id], contacts });
  const found = await ask('POST', '/v3/marketing/contacts/search/emails', { emails: [bob] });
  await ask('POST', '/v3/asm/suppressions/global', { recipient_emails: [eve] });
  return {
    batch: answers.statusCode,
    template: templates.result.map(({ name }: { name: string }) => name),
    contact: [found.result[bob].contact.email, found.result[bob].contact.first_name],
    members: (await ask('GET', `/v3/marketing/lists/${list.id}`)).contact_count,
    suppressed: (await ask('GET', `/v3/asm/suppressions/global/${eve}`)).recipient_email,
  };
}

export async function postmarkTour(baseUrl: string) {
  const { ServerClient } = await import('postmark');
  const client = new ServerClient('good', { useHttps: false, requestHost: baseUrl.replace('http://', '') });
  const mail = { From: from, Subject: 'Hi', HtmlBody: '<p>Hi</p>' };
  const batch = await client.sendEmailBatch([bob, eve].map((To) => ({ ...mail, To })));
  const sent = await client.getOutboundMessageDetails(batch[0]?.MessageID ?? '');
  const messages = await client.getOutboundMessages({ recipient: eve });
  const content = { Name: 'Welcome', Alias: 'welcome', Subject: 'Hello {{name}}', HtmlBody: '{{name}}' };
  const { TemplateId } = await client.createTemplate(content);
  await client.editTemplate(TemplateId, { Name: 'Greeting' });
  const model = { From: from, TemplateModel: { name: 'Bob' } };
  await client.sendEmailWithTemplate({ ...model, To: bob, TemplateAlias: 'welcome' });
  await client.sendEmailBatchWithTemplates([{ ...model, To: bob, TemplateId }]);
  const rows = [{ EmailAddress: eve }];
  const created = await client.createSuppressions('outbound', { Suppressions: rows });
  const { Suppressions } = await client.getSuppressions('outbound');
  const refused = await client.sendEmail({ ...mail, To: eve }).catch((error: unknown) => error);
  await client.deleteSuppressions('outbound', { Suppressions: rows });
  const { MessageStreams } = await client.getMessageStreams();
  return {
    batch: batch.map(({ ErrorCode, To }) => [ErrorCode, To]),
    message: [sent.Subject, sent.Recipients, sent.Status],
    messages: [messages.TotalCount, messages.Messages[0]?.Recipients],
    template: (await client.getTemplate('welcome')).Name,
    templates: (await client.getTemplates()).Templates.length,
    suppressed: [
      created.Suppressions[0]?.Status,
      Suppressions.map(({ EmailAddress }) => EmailAddress),
      Reflect.get(Object(refused), 'recipients'),
    ],
    streams: MessageStreams.map(({ ID }) => ID),
  };
}

export async function brevoTour(baseUrl: string) {
  const { BrevoClient } = await import('@getbrevo/brevo');
  const { contacts, transactionalEmails } = new BrevoClient({ apiKey: 'good', baseUrl: `${baseUrl}/v3` });
  const mail = { sender: { email: from }, subject: 'Hi', htmlContent: '<p>Hi</p>' };
  const messageVersions = [bob, eve].map((email) => ({ to: [{ email }] }));
  const { messageIds = [] } = await transactionalEmails.sendTransacEmail({ ...mail, messageVersions });
  const template = { templateName: 'Welcome', ...mail, subject: 'Hello {{params.name}}', isActive: true };
  const { id: templateId } = await transactionalEmails.createSmtpTemplate(template);
  const to = [{ email: bob }];
  await transactionalEmails.sendTransacEmail({ templateId, to, params: { name: 'Bob' } });
  const { events = [] } = await transactionalEmails.getEmailEventReport({ messageId: messageIds[0] ?? '' });
  const { transactionalEmails: own = [] } = await transactionalEmails.getTransacEmailsList({ email: eve });
  const { id: listId } = await contacts.createList({ name: 'Beta', folderId: 1 });
  await contacts.createContact({ email: bob, attributes: { FIRSTNAME: 'Bob' }, listIds: [listId] });
  const contact = await contacts.getContactInfo({ identifier: bob });
  const { contacts: members } = await contacts.getContactsFromList({ listId });
  await contacts.removeContactFromList({ listId, body: { emails: [bob] } });
  await contacts.updateContact({ identifier: bob, emailBlacklisted: true });
  await contacts.createContact({ email: eve, smtpBlacklistSender: [from] });
  const blocked = await transactionalEmails.getTransacBlockedContacts();
  return {
    batch: messageIds.length,
    message: events.map(({ event, email }) => `${event} ${email}`),
    messages: own.map(({ email, subject }) => [email, subject]),
    template: (await transactionalEmails.getSmtpTemplate({ templateId })).name,
    templates: (await transactionalEmails.getSmtpTemplates()).count,
    contact: [contact.email, Reflect.get(contact.attributes, 'FIRSTNAME'), contact.listIds.length],
    members: members.map(({ email }) => email),
    list: (await contacts.getList({ listId })).name,
    suppressed: blocked.contacts?.map(({ email }) => email),
  };
}

export async function mailgunTour(baseUrl: string) {
  const { default: Mailgun } = await import('mailgun.js');
  const { default: FormData } = await import('form-data');
  const client = new Mailgun(FormData).client({ username: 'api', key: 'good', url: baseUrl });
  const domain = 'acme.dev';
  const variables = JSON.stringify({ [bob]: { name: 'Bob' }, [eve]: { name: 'Eve' } });
  const subject = 'Hi %recipient.name%';
  const mail = { from, subject, text: 'Hi' };
  const sent = await client.messages.create(domain, {
    ...mail,
    to: [bob, eve],
    'recipient-variables': variables,
  });
  const { items: events } = await client.events.get(domain, { limit: 10 });
  const content = { name: 'welcome', description: 'W', template: '<p>{{name}}</p>' };
  const template = await client.domains.domainTemplates.create(domain, content);
  await client.messages.create(domain, {
    from,
    to: bob,
    subject: 'Hello',
    template: 'welcome',
    't:variables': '{"name":"Bob"}',
  });
  const address = 'beta@acme.dev';
  await client.lists.create({ address, name: 'Beta' });
  await client.lists.members.createMember(address, {
    address: bob,
    name: 'Bob',
    subscribed: true,
    vars: '{}',
  });
  const { items: members } = await client.lists.members.listMembers(address);
  await client.suppressions.create(domain, 'bounces', { address: eve });
  const suppressed = await client.suppressions.get(domain, 'bounces', eve);
  const { items } = await client.suppressions.list(domain, 'bounces');
  await client.suppressions.destroy(domain, 'bounces', eve);
  return {
    batch: sent.status,
    message: events.map(({ event, recipient }) => `${event} ${recipient}`),
    template: template.name,
    templates: (await client.domains.domainTemplates.list(domain)).items.map(({ name }) => name),
    list: (await client.lists.get(address)).name,
    members: members.map((member) => [member.address, member.subscribed]),
    suppressed: [Reflect.get(suppressed, 'address'), items.length],
  };
}
