// The code of users, loaded with the first sign-in.
export { postAuthentication } from './post-authentication.ts';
export { SignIn } from './sign-in.ts';
