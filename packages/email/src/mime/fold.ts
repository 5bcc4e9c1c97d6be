const usualLength = 76;
/** RFC 5322, section 2.1.1: without the line break. */
export const maxLineBytes = 998;

/** Breaks a field at white space (RFC 5322, section 2.2.3): unfolded, it is as before. */
export function fold(field: string): string {
  if (field.length <= usualLength) return field;
  const lines: string[] = [];
  let line = '';
  for (const word of field.split(/(?=[ \t])/)) {
    const isFull = line.length + word.length > usualLength && line.trim() !== '' && word.trim() !== '';
    // A line with the name alone is for what would not fit otherwise: programs of the past read no value.
    const isNeeded = !/^[!-9;-~]+:$/.test(line) || word.length > tooLongBesideName;
    if (isFull && isNeeded) {
      lines.push(line);
      line = word;
    } else line += word;
  }
  return [...lines, line].join('\r\n');
}

const tooLongBesideName = maxLineBytes - 100;
