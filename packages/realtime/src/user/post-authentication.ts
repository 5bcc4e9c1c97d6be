import type { LoadRefresh } from '../auth/form-post.ts';
import { postForm } from '../auth/post-form.ts';
import type { EndpointSettings } from '../auth/read-endpoint.ts';
import type { SignInFailure } from './sign-in-context.ts';
import type { AuthenticateRequest, UserToken } from './user-authenticator.ts';

/** Requests the token of the user. `readUserToken` checks it. */
export async function postAuthentication(
  {
    socketId,
    ...request
  }: AuthenticateRequest & { readonly failure: SignInFailure; readonly loadRefresh: LoadRefresh },
  options: EndpointSettings,
): Promise<UserToken> {
  const token = await postForm(
    {
      ...request,
      factory: 'httpUserAuthenticator',
      subject: 'the user',
      fields: { socket_id: socketId },
      maxResponseBytes: 64 * 1024,
    },
    options,
  );
  return token as unknown as UserToken;
}
