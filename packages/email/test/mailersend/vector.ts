// mailersend/mailersend-nodejs, `src/__tests__/services/mailersend.utils.test.ts`.
export const signingSecret = 'yXdTVu1YewsKiuN2bcILlFHsljmR9kaU';
export const signature = '445e75aab3d8ea9169d134189a2814f06858977bd9cdc69324264e39f47bda2e';
export const sentWebhook =
  '{"type":"activity.sent","domain_id":"test_domain","created_at":"2022-09-08T20:06:12.062074Z","we' +
  'bhook_id":"webhook_test","url":"https:\\/\\/webhook.site\\/test","data":{"object":"activity","id' +
  '":"631a6250bd4f6bd6844a2307","type":"sent","created_at":"2022-09-08T20:06:12.051000Z","email":{"' +
  'object":"email","id":"631a6250bd4f6bd6844a2307","created_at":"2022-09-08T20:06:11.887000Z","from' +
  '":"donotreply@mailsender.com","subject":"Test Message","status":"sent","tags":null,"message":{"o' +
  'bject":"message","id":"631a6250bd4f6bd6844a2307","created_at":"2022-09-08T20:06:11.399000Z"},"re' +
  'cipient":{"object":"recipient","id":"631a6250bd4f6bd6844a2307","email":"test@test.com","created_' +
  'at":"2022-03-31T21:31:37.304000Z"}},"morph":null,"template_id":""}}';
