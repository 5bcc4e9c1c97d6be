import { loadCode } from '../internal/load-code.ts';
import type { LoadRefresh } from './form-post.ts';

export const loadRefresh: LoadRefresh = async (failure) => {
  const { sendAgainAfterRefresh } = await loadCode('of refresh', () => import('./refresh-login.ts'), failure);
  return sendAgainAfterRefresh;
};
