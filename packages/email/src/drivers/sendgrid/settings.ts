import { invalidOption, type PreparedMessage } from '../../driver.ts';
import type { SendGridMessageOptions } from './options.ts';

type Settings = Readonly<Record<string, object | undefined>>;

/** `mail_settings` and `tracking_settings` of `POST /v3/mail/send`; a setting that is left out stays. */
export function encodeSettings(message: PreparedMessage, options: SendGridMessageOptions): Settings {
  return {
    mail_settings: unlessEmpty({
      bypass_list_management: toggle(options.bypassListManagement),
      bypass_spam_management: toggle(options.bypassSpamManagement),
      bypass_bounce_management: toggle(options.bypassBounceManagement),
      bypass_unsubscribe_management: toggle(options.bypassUnsubscribeManagement),
      footer: feature(options.footer, (footer) => footer),
      sandbox_mode: message.sandbox ? { enable: true } : undefined,
    }),
    tracking_settings: unlessEmpty(encodeTracking(message, options)),
  };
}

function encodeTracking({ tracking }: PreparedMessage, options: SendGridMessageOptions): Settings {
  const { opens, clicks } = tracking;
  if (!clicks && options.trackClicksInText !== undefined)
    throw invalidOption('sendgrid', 'trackClicksInText', 'needs `tracking: { clicks: true }`');
  if (!opens && options.openTrackingTag !== undefined)
    throw invalidOption('sendgrid', 'openTrackingTag', 'needs `tracking: { opens: true }`');
  return {
    click_tracking:
      clicks === undefined
        ? undefined
        : { enable: clicks, enable_text: clicks && options.trackClicksInText === true },
    open_tracking:
      opens === undefined ? undefined : { enable: opens, substitution_tag: options.openTrackingTag },
    subscription_tracking: feature(options.subscriptionTracking, ({ text, html, substitutionTag }) => ({
      text,
      html,
      substitution_tag: substitutionTag,
    })),
    ganalytics: feature(options.googleAnalytics, ({ source, medium, term, content, campaign }) => ({
      utm_source: source,
      utm_medium: medium,
      utm_term: term,
      utm_content: content,
      utm_campaign: campaign,
    })),
  };
}

function toggle(enable: boolean | undefined): object | undefined {
  return enable === undefined ? undefined : { enable };
}

function feature<Option extends object>(
  option: Option | false | undefined,
  encode: (option: Option) => object,
): object | undefined {
  if (option === undefined) return undefined;
  return option === false ? { enable: false } : { enable: true, ...encode(option) };
}

function unlessEmpty(settings: Settings): Settings | undefined {
  return Object.values(settings).some((setting) => setting !== undefined) ? settings : undefined;
}
