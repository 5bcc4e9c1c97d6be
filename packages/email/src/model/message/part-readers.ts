import { mediaType } from '../attachment.ts';
import type { Alternative, Tag, Tracking } from '../message-parts.ts';
import { parsedBy, type Reader, readBoolean, readFields, requireFields } from '../reader.ts';
import { readContent, readFilledLine, readLine, textWithout } from '../text.ts';

const alternativeReaders = {
  contentType: textWithout((type) => (mediaType.test(type) ? undefined : 'must have the form type/subtype')),
  content: readContent,
};

export const readAlternative: Reader<Alternative> = (input, path, report) => {
  requireFields(input, ['contentType', 'content'], path, report);
  const { contentType = '', content = '' } = readFields(input, alternativeReaders, path, report);
  return { contentType, content };
};

const tagReaders = { name: readFilledLine, value: readLine };

export const readTag: Reader<Tag> = (input, path, report) => {
  if (typeof input === 'string') {
    const name = readFilledLine(input, path, report);
    return name === undefined ? undefined : { name, value: undefined };
  }
  requireFields(input, ['name'], path, report);
  const { name = '', value } = readFields(input, tagReaders, path, report);
  return { name, value };
};

const trackingReaders = { opens: readBoolean, clicks: readBoolean };

export const readTracking: Reader<Tracking> = (input, path, report) =>
  readFields(input, trackingReaders, path, report);

// RFC 5322, section 3.6.4: an id looks like an address; its left part is a dot-atom here.
const messageIdText = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@[\w.:[\]-]{1,255}$/;
const maxMessageIdLength = 900;

export const readMessageId = textWithout((id) =>
  messageIdText.test(id) && id.length <= maxMessageIdLength
    ? undefined
    : 'must have the form id@domain, without angle brackets',
);

export const readInstant = parsedBy((value) =>
  value instanceof Date && !Number.isNaN(value.getTime())
    ? { value: new Date(value.getTime()) }
    : { problem: 'must be a valid Date, such as new Date(seconds * 1000)' },
);
