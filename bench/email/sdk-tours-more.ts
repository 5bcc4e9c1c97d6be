// What each official SDK does beside sending one mail, and what it reads back: the other half.

const from = 'ann@acme.dev';
const bob = 'bob@example.com';
const eve = 'eve@example.com';

export async function plunkTour(baseUrl: string) {
  const { default: module } = await import('@plunk/node');
  // Node gives the module for the default export of CommonJS, and vitest the class.
  const Plunk = module.default ?? module;
  const client = new Plunk('sk_good', { baseUrl: `${baseUrl}/v1/` });
  const batch = await client.emails.send({ from, to: [bob, eve], subject: 'Hi {{plan}}', body: '<p>Hi</p>' });
  const tracked = await client.events.track({ event: 'signup', email: bob, data: { plan: 'pro' } });
  return { batch: batch.success, tracked: tracked.success };
}

export async function elasticemailTour(baseUrl: string) {
  const sdk = await import('@elasticemail/elasticemail-client-ts-axios');
  const setup = new sdk.Configuration({ apiKey: 'good', basePath: `${baseUrl}/v4` });
  const [emails, contacts, lists] = [
    new sdk.EmailsApi(setup),
    new sdk.ContactsApi(setup),
    new sdk.ListsApi(setup),
  ];
  const [templates, suppressions] = [new sdk.TemplatesApi(setup), new sdk.SuppressionsApi(setup)];
  const html = (Content: string) => [{ ContentType: sdk.BodyContentType.Html, Content }];
  const Recipients = [bob, eve].map((Email) => ({ Email, Fields: { name: Email } }));
  const bulk = { Recipients, Content: { From: from, Subject: 'Hi {name}', Body: html('<p>Hi</p>') } };
  const { data: sent } = await emails.emailsPost(bulk);
  const { data: view } = await emails.emailsByMsgidViewGet(sent.MessageID ?? '');
  const template = {
    Name: 'Welcome',
    Subject: 'Hello',
    Body: html('<p>{name}</p>'),
    TemplateScope: 'Personal',
  };
  await templates.templatesPost(template as never);
  await emails.emailsTransactionalPost({
    Recipients: { To: [bob] },
    Content: { From: from, TemplateName: 'Welcome', Merge: { name: 'Bob' } },
  });
  await contacts.contactsPost([{ Email: bob, FirstName: 'Bob' }]);
  await lists.listsPost({ ListName: 'Beta', Emails: [bob] });
  await lists.listsByNameContactsPost('Beta', { Emails: [eve] });
  await lists.listsByNameContactsRemovePost('Beta', { Emails: [eve] });
  const { data: known } = await contacts.contactsGet();
  await suppressions.suppressionsBouncesPost([eve]);
  return {
    message: [view.Preview?.Subject, view.Status?.StatusName],
    template: (await templates.templatesByNameGet('Welcome')).data.Subject,
    contact: (await contacts.contactsByEmailGet(bob)).data.FirstName,
    list: (await lists.listsByNameGet('Beta')).data.ListName,
    contacts: known.map(({ Email }) => Email),
    suppressed: (await suppressions.suppressionsByEmailGet(eve)).data.Email,
  };
}

export async function mailersendTour(baseUrl: string) {
  const sdk = await import('mailersend');
  const { BlockListType, EmailParams, MailerSend, Recipient, Sender } = sdk;
  const client = new MailerSend({ apiKey: 'good' });
  // It has no option for another address.
  const EmailModule = client.email.constructor as new (key: string, url: string) => typeof client.email;
  const email = new EmailModule('good', `${baseUrl}/v1`);
  const plain = () => new EmailParams().setFrom(new Sender(from)).setSubject('Hi');
  const mail = (to: string) =>
    plain()
      .setTo([new Recipient(to)])
      .setHtml('<p>Hi</p>');
  const bulk = await email.sendBulk([mail(bob), mail(eve)]);
  const sent = await email.send(mail(bob));
  const { body: one } = await email.message.single(sent.headers['x-message-id']);
  const later = await email.send(mail(bob).setSendAt(Math.floor(Date.now() / 1000) + 3600));
  const waiting = later.headers['x-message-id'];
  const { body: schedule } = await email.schedule.single(waiting);
  const created = await email.template.create({ name: 'Welcome', html: '<p>{{name}}</p>', text: '{{name}}' });
  const { body: template } = await email.template.single(created.body.data.id);
  const personal = plain()
    .setTo([new Recipient(bob)])
    .setTemplateId(template.data.id);
  await email.send(personal.setPersonalization([{ email: bob, data: { name: 'Bob' } }]));
  await email.recipient.blockRecipients({ domain_id: 'z3m', recipients: [eve] }, BlockListType.BLOCK_LIST);
  const { body: blocked } = await email.recipient.blockList({ domain_id: 'z3m' }, BlockListType.BLOCK_LIST);
  await email.recipient.delBlockListRecipients([blocked.data[0].id], BlockListType.BLOCK_LIST);
  return {
    batch: [bulk.statusCode, typeof (await email.getBulkStatus(bulk.body.bulk_email_id)).body.data.state],
    message: one.data.emails[0].status,
    scheduled: [schedule.data.status, (await email.schedule.delete(waiting)).statusCode],
    template: template.data.name,
    suppressed: blocked.data[0].pattern,
  };
}

export async function mailjetTour(baseUrl: string) {
  const { default: Mailjet } = await import('node-mailjet');
  // Its types describe the module as if it had no default export.
  const client = (Mailjet as unknown as typeof Mailjet.default).apiConnect('good', 'secret', {
    config: { host: baseUrl.replace('http://', '') },
  });
  // It has no option for plain HTTP.
  Reflect.set(client.post('send').constructor, 'protocol', 'http://');
  const read = async (answer: Promise<{ body: unknown }>) =>
    (await answer).body as { Data: Row[]; Count: number };
  type Row = Readonly<Record<string, unknown>>;
  const message = (Email: string) => ({
    From: { Email: from },
    To: [{ Email }],
    Subject: 'Hi',
    TextPart: 'Hi',
  });
  const batch = await client.post('send', { version: 'v3.1' }).request({ Messages: [bob, eve].map(message) });
  const { Messages } = batch.body as unknown as {
    Messages: { Status: string; To: { MessageID: number }[] }[];
  };
  const template = await read(client.post('template').request({ Name: 'Welcome' }));
  const id = Number(template.Data[0]?.['ID']);
  const detail = client.post('template').id(id).action('detailcontent');
  await detail.request({ Headers: { Subject: 'Hello' }, 'Html-part': '<p>{{var:name}}</p>' });
  const content = { From: { Email: from }, To: [{ Email: bob }], TemplateID: id, TemplateLanguage: true };
  const sent = { Messages: [{ ...content, Subject: 'Hello', Variables: { name: 'Bob' } }] };
  await client.post('send', { version: 'v3.1' }).request(sent);
  const list = await read(client.post('contactslist').request({ Name: 'Beta' }));
  const join = client.post('contactslist').id(Number(list.Data[0]?.['ID'])).action('managecontact');
  await join.request({ Action: 'addnoforce', Email: bob, Name: 'Bob' });
  const contact = await read(
    client
      .get('contact')
      .id(bob as never)
      .request(),
  );
  const history = await read(client.get('message').request({}, { Limit: 10 }));
  return {
    batch: Messages.map(({ Status }) => Status),
    messages: history.Count,
    template: (await read(client.get('template').id(id).request())).Data[0]?.['Name'],
    contact: contact.Data[0]?.['Email'],
    list: (await read(client.get('contactslist').request())).Data.map(({ Name, SubscriberCount }) => [
      Name,
      SubscriberCount,
    ]),
  };
}

export async function sesTour(baseUrl: string) {
  const sdk = await import('@aws-sdk/client-sesv2');
  const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret' };
  const client = new sdk.SESv2Client({ region: 'eu-west-1', endpoint: baseUrl, credentials });
  const TemplateName = 'Welcome';
  const TemplateContent = { Subject: 'Hello {{name}}', Html: '<p>{{name}}</p>' };
  await client.send(new sdk.CreateEmailTemplateCommand({ TemplateName, TemplateContent }));
  const bulk = new sdk.SendBulkEmailCommand({
    FromEmailAddress: from,
    DefaultContent: { Template: { TemplateName, TemplateData: '{"name":"you"}' } },
    BulkEmailEntries: [bob, eve].map((to) => ({ Destination: { ToAddresses: [to] } })),
  });
  const { BulkEmailEntryResults = [] } = await client.send(bulk);
  const { Template } = await client
    .send(new sdk.GetEmailTemplateCommand({ TemplateName }))
    .then(({ TemplateContent: Template }) => ({ Template }));
  const ContactListName = 'audience';
  await client.send(new sdk.CreateContactListCommand({ ContactListName }));
  await client.send(new sdk.CreateContactCommand({ ContactListName, EmailAddress: bob }));
  const { Contacts = [] } = await client.send(new sdk.ListContactsCommand({ ContactListName }));
  await client.send(new sdk.PutSuppressedDestinationCommand({ EmailAddress: eve, Reason: 'BOUNCE' }));
  const { SuppressedDestination } = await client.send(
    new sdk.GetSuppressedDestinationCommand({ EmailAddress: eve }),
  );
  const unknown = new sdk.GetSuppressedDestinationCommand({ EmailAddress: bob });
  const { SendQuota } = await client.send(new sdk.GetAccountCommand({}));
  return {
    batch: BulkEmailEntryResults.map(({ Status }) => Status),
    template: Template?.Subject,
    contact: Contacts.map(({ EmailAddress }) => EmailAddress),
    suppressed: [SuppressedDestination?.EmailAddress, SuppressedDestination?.Reason],
    missing: await client.send(unknown).catch((error: unknown) => Reflect.get(Object(error), 'name')),
    quota: typeof SendQuota?.MaxSendRate,
  };
}
