import { loadDraft } from '../content/load-content.ts';
import type { EmailPart, PartContext } from './part.ts';

/** The part that reads content later. @public */
export interface LateContentPart extends EmailPart<object, never> {
  readonly readsLateContent: true;
}

/**
 * Attachments that are streams, Blobs or functions, the `content` of messages with `render`, and `text:
 * 'from-html'`: `createEmailClient({ driver, use: lateContent })`. @public
 */
export const lateContent: LateContentPart = {
  // Of any service.
  provider: '*' as never,
  readsLateContent: true,
  open(context: PartContext) {
    context.loadDraft = loadDraft;
    return {};
  },
};
