// How each official SDK that reads no variable gets the address of the sandbox. `docs/sdks.md` has
// the same lines; `test/peers/sdk-lines.peer.ts` runs those with a `send`. The others are from the sources
// at the version.
import { nodeLines } from './node-lines.ts';
import { pythonLines } from './python-lines.ts';
import type { SdkLine } from './sdk-line.ts';

const others: readonly SdkLine[] = [
  {
    language: 'Go',
    name: 'sendgrid-go',
    version: '3.16.1',
    line: 'sendgrid.GetRequest(key, "/v3/mail/send", os.Getenv("SENDGRID_BASE_URL"))',
    source: 'sendgrid.go',
  },
  {
    language: 'Go',
    name: 'mailjet-apiv3-go',
    version: '4.0.7',
    line: 'mailjet.NewMailjetClient(key, secret, os.Getenv("MAILJET_BASE_URL")+"/v3")',
    source: 'mailjet_client.go',
  },
  {
    language: 'PHP',
    name: 'mailgun/mailgun-php',
    version: '4.5.1',
    line: "Mailgun::create($key, getenv('MAILGUN_BASE_URL'))",
    source: 'src/Mailgun.php',
  },
  {
    language: 'PHP',
    name: 'sendgrid/sendgrid',
    version: '8.1.11',
    line: "new \\SendGrid($key, ['host' => getenv('SENDGRID_BASE_URL')])",
    source: 'lib/BaseSendGridClientInterface.php',
  },
  {
    language: 'PHP',
    name: 'wildbit/postmark-php',
    version: '7.0.0',
    line: "PostmarkClientBase::$BASE_URL = getenv('POSTMARK_BASE_URL');",
    source: 'src/Postmark/PostmarkClientBase.php',
  },
  {
    language: 'PHP',
    name: 'mailersend/mailersend',
    version: '0.39.0',
    line: "new MailerSend(['protocol' => 'http', 'host' => '127.0.0.1:8026/mailersend'])",
    source: 'src/Helpers/BuildUri.php',
  },
  {
    language: 'PHP',
    name: 'mailjet/mailjet-apiv3-php',
    version: '2.0.0',
    line: "new Client($key, $secret, true, ['url' => '127.0.0.1:8026/mailjet', 'secured' => false])",
    source: 'src/Mailjet/Client.php',
  },
  {
    language: 'PHP',
    name: 'getbrevo/brevo-php',
    version: '2.0.13',
    line: "Configuration::getDefaultConfiguration()->setHost(getenv('BREVO_BASE_URL'))",
    source: 'lib/Configuration.php',
  },
  {
    language: 'Ruby',
    name: 'sendgrid-ruby',
    version: '6.7.0',
    line: "SendGrid::API.new(api_key: key, host: ENV['SENDGRID_BASE_URL'])",
    source: 'lib/sendgrid/sendgrid.rb',
  },
  {
    language: 'Ruby',
    name: 'mailgun-ruby',
    version: '1.4.3',
    line: "Mailgun::Client.new(key, '127.0.0.1:8026/mailgun', 'v3', false)",
    source: 'lib/mailgun/client.rb',
  },
  {
    language: 'Ruby',
    name: 'postmark',
    version: '1.25.1',
    line:
      "Postmark::ApiClient.new(token, host: '127.0.0.1', port: 8026, " +
      "path_prefix: '/postmark/', secure: false)",
    source: 'lib/postmark/http_client.rb',
  },
  {
    language: 'Ruby',
    name: 'mailjet',
    version: '1.8.3',
    line: "Mailjet.configure { |config| config.end_point = ENV['MAILJET_BASE_URL'] }",
    source: 'lib/mailjet/configuration.rb',
  },
  {
    language: 'Java',
    name: 'com.mailgun:mailgun-java',
    version: '2.4.1',
    line: 'MailgunClient.config(System.getenv("MAILGUN_BASE_URL"), key)',
    source: 'MailgunClient.java',
  },
  {
    language: 'Java',
    name: 'com.mailjet:mailjet-client',
    version: '6.0.0',
    line: 'ClientOptions.builder().baseUrl(System.getenv("MAILJET_BASE_URL"))',
    source: 'ClientOptions.java',
  },
  {
    language: 'Java',
    name: 'com.postmarkapp:postmark',
    version: '1.9.12',
    line: 'Postmark.getApiClient(token, false, "127.0.0.1:8026/postmark")',
    source: 'src/main/java/com/postmarkapp/postmark/client/HttpClient.java',
  },
];

/** All lines, in the order of the page. */
export const sdkLines: readonly SdkLine[] = [...nodeLines, ...pythonLines, ...others];
