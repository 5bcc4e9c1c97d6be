// The code of users, loaded with the first sign-in.
export { loadRefresh } from '../auth/load-refresh.ts';
export { postAuthentication } from './post-authentication.ts';
export { SignIn } from './sign-in.ts';
