import type { SandboxResponse } from '../../http/exchange.ts';
import type { MailAttachment } from '../message/parse-message.ts';
import { readPictureSize } from './picture-size.ts';

const maxBytes = 2 * 1024 * 1024;
/** Mailpit's own limit since GHSA-75mr-qw9x-3r39. */
const maxPixels = 20_000_000;

/**
 * The picture itself for a small one, otherwise an empty picture of 180 x 120. Nothing is decoded here: a
 * library that resizes pictures is larger than the rest of the mail service, and a picture of a few bytes
 * can take gigabytes. Browsers scale the picture to its place.
 */
export function thumbnailOf({ content }: MailAttachment): SandboxResponse {
  const size = content.byteLength <= maxBytes ? readPictureSize(content) : undefined;
  return size === undefined || size.width * size.height > maxPixels
    ? { status: 200, headers: { 'content-type': 'image/png' }, body: emptyPicture }
    : { status: 200, headers: { 'content-type': size.contentType }, body: content };
}

/** A white PNG of 180 x 120 pixels. */
const emptyPicture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAALQAAAB4AQAAAABznOVQAAAAIUlEQVR42u3IMQEAAAwCIPuX1gBbBDhJf/Hee++9994fA/CFvc/C' +
    '7zfgAAAAAElFTkSuQmCC',
  'base64',
);
