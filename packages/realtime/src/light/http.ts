import type { LoadRefresh } from '../auth/form-post.ts';
import { postAuthorization, postBatch } from '../auth/post-authorization.ts';
import { endpointDefaults } from '../auth/read-endpoint.ts';
import { sendAgainAfterRefresh } from '../auth/refresh-login.ts';
import {
  type AuthorizerOptions,
  authorizerDefaults,
  openAuthorizer,
} from '../channels/private/http-authorizer.ts';
import { readOptions } from '../internal/read-options.ts';
import { openAuthenticator } from '../user/http-user-authenticator.ts';
import { postAuthentication } from '../user/post-authentication.ts';

type Full = typeof import('../index.ts');

const loadRefresh: LoadRefresh = async () => sendAgainAfterRefresh;

/** `httpAuthorizer` of `@org/realtime`, with the code of its requests. @public */
export const httpAuthorizer = ((options: AuthorizerOptions) =>
  openAuthorizer(readOptions('httpAuthorizer()', options, authorizerDefaults()), async () => ({
    loadRefresh,
    postAuthorization,
    postBatch,
  }))) as Full['httpAuthorizer'];

/** `httpUserAuthenticator` of `@org/realtime`, with the code of its request. @public */
export const httpUserAuthenticator: Full['httpUserAuthenticator'] = (options) =>
  openAuthenticator(readOptions('httpUserAuthenticator()', options, endpointDefaults), async () => ({
    loadRefresh,
    postAuthentication,
  }));
