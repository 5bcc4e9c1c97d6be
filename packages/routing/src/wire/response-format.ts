import { type Issue, ResponseFormatError } from '@org/core';

/**
 * The error of a response that is not in the documented form. It names the path and the problem, never the
 * value: values may be personal. @public
 *
 * @example
 * if (!Array.isArray(features)) throw unexpectedResponse('features', 'must be a list');
 */
export function unexpectedResponse(path: string, problem: string): ResponseFormatError {
  return responseFormatError([{ path, message: problem }]);
}

const maxIssues = 20;

export function responseFormatError(issues: readonly Issue[]): ResponseFormatError {
  const [first] = issues;
  const found = `${first?.path ?? ''} ${first?.message ?? ''}`.trim();
  return new ResponseFormatError({
    message:
      `The response is not in the documented form: ${found}. ` +
      'Check baseUrl and the version of the service.',
    outcome: 'sent',
    issues: issues.slice(0, maxIssues),
  });
}
