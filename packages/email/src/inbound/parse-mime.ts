import { InvalidInputError } from '@org/core';
import PostalMime, { type Email } from 'postal-mime';

/** No honest mail has more; each costs memory before anyone looks at it. */
const maxDepth = 50;
const maxParts = 1_000;
const maxHeaderBytes = 1024 * 1024;

/** The parts of postal-mime that count parts; a test notices when a new version renames them. */
interface LineParser {
  readonly currentNode: unknown;
  processLine(line: Uint8Array, isFinal: boolean): Promise<void>;
}

/**
 * Parses a mail (RFC 5322, MIME). Forwarded mails stay attachments, as `message/rfc822`.
 *
 * @throws InvalidInputError for a mail beyond the limits
 */
export async function parseMime(raw: Uint8Array): Promise<Email> {
  try {
    return await countedParser().parse(raw);
  } catch (cause) {
    throw new InvalidInputError({
      message: `The mail cannot be read: ${cause instanceof Error ? cause.message : String(cause)}.`,
      issues: [],
      outcome: 'not-sent',
      cause,
    });
  }
}

/** postal-mime bounds depth and headers; boundaries that close nothing would make millions of parts. */
function countedParser(): PostalMime {
  const parser = new PostalMime({
    forceRfc822Attachments: true,
    maxNestingDepth: maxDepth,
    maxHeadersSize: maxHeaderBytes,
  });
  const lines = parser as unknown as LineParser;
  const processLine = lines.processLine.bind(parser);
  let [current, parts] = [lines.currentNode, 0];
  lines.processLine = async (line, isFinal) => {
    await processLine(line, isFinal);
    if (lines.currentNode === current) return;
    current = lines.currentNode;
    parts += 1;
    if (parts > maxParts) throw new Error(`it has more than ${maxParts} parts`);
  };
  return parser;
}
