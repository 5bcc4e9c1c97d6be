import { SaxesParser } from 'saxes';
import { invalidFile } from './report.ts';

/** What a reader of XML gets. Names are without their prefix. */
export interface XmlHandler {
  open(name: string, attributes: Readonly<Record<string, string>>, line: number): void;
  /** `text` is what stands directly in the element, after its last child. */
  close(name: string, text: string): void;
}

const deepest = 256;

/**
 * Reads XML as a stream of elements. No entity is expanded except the five of XML, and no address is loaded.
 *
 * @throws InvalidInputError with the line of what is not well-formed
 */
export function readXml(text: string, source: string, handler: XmlHandler): void {
  const parser = new SaxesParser({ xmlns: false, position: true });
  let content = '';
  let depth = 0;
  const fail = (problem: string) => invalidFile(`${source}, line ${parser.line}`, problem);
  parser.on('error', (error) => {
    throw fail(`: the XML is not valid: ${error.message.replace(/^[\d:\s]+/, '').replace(/\.$/, '')}`);
  });
  parser.on('doctype', (type) => {
    if (/<!ENTITY/i.test(type))
      throw fail('defines entities, which are not expanded. Write the file without a DOCTYPE');
  });
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1;
    if (depth > deepest) throw fail(`has more than ${deepest} elements in each other`);
    content = '';
    handler.open(localName(name), attributes, parser.line);
  });
  parser.on('text', (part) => {
    content += part;
  });
  parser.on('cdata', (part) => {
    content += part;
  });
  parser.on('closetag', ({ name }) => {
    depth -= 1;
    handler.close(localName(name), content.trim());
    content = '';
  });
  // In pieces, so that the parser keeps no copy of the whole.
  for (let at = 0; at < text.length; at += pieceLength) parser.write(text.slice(at, at + pieceLength));
  parser.close();
}

const pieceLength = 65_536;

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
