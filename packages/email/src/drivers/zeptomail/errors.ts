import { classifyByCodes } from '../../tables/index.ts';

/** zoho.com/zeptomail/help/api/error-codes.html (2026), which gives no statuses. */
export const kinds = {
  GE_102: 'bad-request',
  SM_101: 'bad-request',
  SM_120: 'bad-request',
  UE_106: 'not-found',
  MTR_101: 'not-found',
  LE_101: 'quota-exceeded',
  SM_133: 'quota-exceeded',
  SMI_115: 'quota-exceeded',
  SERR_156: 'permission',
  AE_101: 'account-suspended',
  SM_111: 'sender-not-verified',
} as const;

export const classify = classifyByCodes({ code: 'error.details.0.code', message: 'error', kinds });
