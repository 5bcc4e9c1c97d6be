import { readBounded } from './read-bounded.ts';
import { withoutBlanksAround } from './request.ts';
import {
  buildServiceResponse,
  HeaderLines,
  type ResponseHeaders,
  type ServiceResponse,
  TooLarge,
} from './response.ts';

/** Reads a platform's response. @throws TooLarge, or what the stream throws */
export async function readResponse(
  response: Response,
  maxBytes: number,
  isStreamed?: (status: number, headers: ResponseHeaders) => boolean,
): Promise<ServiceResponse> {
  const { status, headers, body } = response;
  const lines: string[] = [];
  // Every read of the platform's own checks and converts the name again.
  headers.forEach((value, name) => void lines.push(name, withoutBlanksAround(value)));
  if (body && isStreamed?.(status, headers))
    return buildServiceResponse(status, new HeaderLines(lines), new Uint8Array(), body);
  const bytes = await readBounded(body, maxBytes);
  if (bytes === undefined) throw new TooLarge(status);
  return buildServiceResponse(status, new HeaderLines(lines), bytes);
}
