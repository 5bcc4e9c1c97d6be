import { ConflictError, NotFoundError } from '@org/core';
import {
  type Change,
  cannotCarry,
  composites,
  type ListMembers,
  oneOf,
  type Page,
  type RequestCall,
  readFields,
  readFilledText,
  readInput,
  refuseFields,
} from '../../driver.ts';
import type {
  Contact,
  ContactChanges,
  ContactInput,
  ContactList,
  ListChanges,
  ListFilter,
  ListInput,
  Template,
  TemplateChanges,
  UpsertedContact,
  WriteReceipt,
} from '../../resources.ts';
import { type StoredContact, toContact } from './contacts.ts';
import type { SesSettings } from './encode.ts';
import { classify } from './errors.ts';
import { type Topic, type TopicList, toContactList } from './lists.ts';
import { requestsOf } from './requests.ts';
import { checkTemplate } from './templates.ts';

type Call = RequestCall<ReturnType<typeof requestsOf>>;

/** Operations that SES has no request for: it replaces, and does not change parts. */
const programs = {
  read: {
    'list.list': async (filter: ListFilter, call: Call): Promise<Page<ContactList>> => {
      refuseFields('ses', filter, ['cursor']);
      const { topics } = await call('topics.get', undefined);
      return { items: topics.map(toContactList) };
    },
    'list.get': async (id: string, call: Call): Promise<ContactList> =>
      toContactList(findTopic(await call('topics.get', undefined), id)),
  },
  idempotent: {
    'template.update': async ({ id, changes }: Change<TemplateChanges>, call: Call): Promise<Template> => {
      checkTemplate(changes);
      if (changes.name !== undefined && changes.name !== id)
        throw cannotCarry('ses', 'name', 'cannot change: it is the id', 'Create another template.');
      const template = await call('template.get', id);
      const { subject = template.subject, html = template.html, text = template.text } = changes;
      const content = withoutUndefined({ subject, html, text });
      await call('template.replace', { id, content });
      return { ...template, ...content };
    },
    'contact.upsert': async (input: ContactInput, call: Call): Promise<UpsertedContact> => {
      checkContact(input);
      const { email } = input;
      const added = merge({ email, unsubscribed: false, topics: new Map(), fields: {} }, input);
      if (await isCreated(added, call)) return { contact: toContact(added), created: true };
      const changed = await changeContact(email, call, (contact) => merge(contact, input));
      return { contact: toContact(changed), created: false };
    },
    'contact.update': async ({ id, changes }: Change<ContactChanges>, call: Call): Promise<Contact> => {
      checkContact(changes);
      if (changes.email !== undefined && changes.email !== id)
        throw cannotCarry('ses', 'email', 'cannot change: it is the id', 'Create another contact.');
      return toContact(await changeContact(id, call, (contact) => merge(contact, changes)));
    },
    'list.update': async ({ id, changes }: Change<ListChanges>, call: Call): Promise<ContactList> => {
      refuseFields('ses', changes, ['providerOptions']);
      const list = await call('topics.get', undefined);
      const topic = findTopic(list, id);
      const { name = topic.DisplayName, description = topic.Description } = changes;
      const changed = { ...topic, DisplayName: name, Description: description };
      const topics = list.topics.map((other) => (other === topic ? changed : other));
      await call('topics.replace', { ...list, topics });
      return toContactList(changed);
    },
    'list.delete': async (id: string, call: Call): Promise<undefined> => {
      const list = await call('topics.get', undefined);
      const topic = findTopic(list, id);
      await call('topics.replace', { ...list, topics: list.topics.filter((other) => other !== topic) });
    },
    'list.addMembers': ({ id, emails }: ListMembers, call: Call) => setChoices(id, emails, true, call),
    'list.removeMembers': ({ id, emails }: ListMembers, call: Call) => setChoices(id, emails, false, call),
  },
  unsafe: {
    'list.create': async (input: ListInput, call: Call): Promise<ContactList> => {
      const topic = newTopic(input);
      const list = await call('topics.get', undefined).catch(absent);
      if (list === undefined) await call('topics.create', { topics: [topic] });
      else if (list.topics.some(({ TopicName }) => TopicName === topic.TopicName))
        throw new ConflictError({
          message: 'The contact list of SES has a topic with this name already.',
          provider: 'ses',
          outcome: 'not-sent',
        });
      else await call('topics.replace', { ...list, topics: [...list.topics, topic] });
      return toContactList(topic);
    },
  },
};

function checkContact(input: ContactChanges): void {
  refuseFields('ses', input, ['firstName', 'lastName']);
}

function merge(contact: StoredContact, { subscribed, fields }: ContactChanges): StoredContact {
  const kept = Object.entries({ ...contact.fields, ...fields }).filter(([, value]) => value !== null);
  return {
    ...contact,
    unsubscribed: subscribed === undefined ? contact.unsubscribed : !subscribed,
    fields: Object.fromEntries(kept),
  };
}

async function isCreated(contact: StoredContact, call: Call): Promise<boolean> {
  try {
    await call('contact.create', contact);
    return true;
  } catch (error) {
    if (ConflictError.isInstance(error)) return false;
    throw error;
  }
}

async function changeContact(
  email: string,
  call: Call,
  change: (contact: StoredContact) => StoredContact,
): Promise<StoredContact> {
  const changed = change(await call('contact.read', email));
  await call('contact.replace', changed);
  return changed;
}

/** Sets the choice of each contact; a new address becomes a contact when it gets the topic. */
async function setChoices(
  topic: string,
  emails: readonly string[],
  isWanted: boolean,
  call: Call,
): Promise<WriteReceipt> {
  const choose = (contact: StoredContact): StoredContact => ({
    ...contact,
    topics: new Map([...contact.topics, [topic, isWanted]]),
  });
  findTopic(await call('topics.get', undefined), topic);
  for (const email of emails) {
    const known = await call('contact.read', email).catch(absent);
    if (known !== undefined) await call('contact.replace', choose(known));
    else if (isWanted)
      await call('contact.create', choose({ email, unsubscribed: false, topics: new Map(), fields: {} }));
  }
  return { state: 'done' };
}

/** Nothing, as SES says; a 404 of a proxy has no code of SES. */
function absent(error: unknown): undefined {
  if (!NotFoundError.isInstance(error) || error.providerCode !== 'NotFoundException') throw error;
}

function findTopic({ topics }: TopicList, id: string): Topic {
  const topic = topics.find(({ TopicName }) => TopicName === id);
  if (topic !== undefined) return topic;
  const message = 'The contact list of SES has no topic with this id.';
  throw new NotFoundError({ message, provider: 'ses', outcome: 'not-sent' });
}

const listOptions = { defaultStatus: oneOf('opt-in', 'opt-out'), topicName: readFilledText };

function newTopic({ name, description, providerOptions = {} }: ListInput): Topic {
  const { defaultStatus, topicName } = readInput('The list is not valid', (report) =>
    readFields(providerOptions['ses'] ?? {}, listOptions, 'providerOptions.ses', report),
  );
  return {
    TopicName: topicName ?? name,
    DisplayName: name,
    Description: description,
    DefaultSubscriptionStatus: defaultStatus === 'opt-in' ? 'OPT_IN' : 'OPT_OUT',
  };
}

function withoutUndefined<Shape extends object>(shape: Shape): Shape {
  return Object.fromEntries(Object.entries(shape).filter(([, value]) => value !== undefined)) as Shape;
}

/** The operations, with the driver's options that they need. */
export function createOperations(settings: SesSettings) {
  const requests = requestsOf(settings);
  return { operations: { ...requests, ...composites(requests, programs) }, classify };
}
