import type { Schemas } from '../../api/client.ts'
import type { TextsOf } from '../../language/define-texts.ts'
import type { channelTexts } from '../../texts/channels.ts'
import type { ChannelForm } from './channel-form.ts'

export type WebhookKind = Schemas['WebhookKind']

/** A setting of a channel as an input. */
export interface ChannelSetting {
  readonly setting: keyof ChannelForm
  /** Name of the input: the one that the specification gives, if it does. */
  readonly name: string
  readonly input: 'switch' | 'text' | 'area' | 'choice' | 'number'
  /** Only for text inputs. */
  readonly type?: 'email' | 'tel' | 'url'
  readonly choices?: readonly (keyof TextsOf<typeof channelTexts>['choices'])[]
  readonly example?: string
  /** Shown only while this setting is on. */
  readonly needs?: 'hasAutoResponse'
  /** What can be tested with it. */
  readonly test?: 'mail' | WebhookKind
  /** Absent from senders, which cannot receive. */
  readonly isForNumbers?: boolean
}

export interface ChannelSection {
  readonly section: keyof TextsOf<typeof channelTexts>['sections']
  readonly settings: readonly ChannelSetting[]
  readonly isForNumbers?: boolean
}

/** Every setting that can be changed, in the order of the page. */
export const CHANNEL_SECTIONS: readonly ChannelSection[] = [
  {
    section: 'general',
    settings: [
      { setting: 'enabled', name: 'chk_channel_enabled', input: 'switch' },
      {
        setting: 'outgoingNumber',
        name: 'txt_outgoing_shortcode',
        input: 'number',
        example: '27820001234',
        isForNumbers: true,
      },
    ],
  },
  {
    section: 'incoming',
    isForNumbers: true,
    settings: [
      {
        setting: 'forwardEmail',
        name: 'txt_sms2email',
        input: 'text',
        type: 'email',
        example: 'desk@example.com',
        test: 'mail',
      },
      { setting: 'forwardMobile', name: 'txt_forward_mobile', input: 'text', type: 'tel', example: '27821234567' },
      { setting: 'hasAutoResponse', name: 'chk_auto_response_enabled', input: 'switch' },
      {
        setting: 'autoResponse',
        name: 'txt_auto_response',
        input: 'area',
        example: 'Thank you, we will call you back.',
        needs: 'hasAutoResponse',
      },
      { setting: 'incomingHandler', name: 'lk_webservice_type', input: 'choice', choices: ['get', 'soap', 'json'] },
      {
        setting: 'incomingUrl',
        name: 'txt_webservice_url',
        input: 'text',
        type: 'url',
        example: 'https://example.com/webhooks/v1/connect/incoming',
        test: 'incoming',
      },
    ],
  },
  {
    section: 'receipts',
    settings: [
      {
        setting: 'dlrUrl',
        name: 'txt_dlr_webhook_url',
        input: 'text',
        type: 'url',
        example: 'https://example.com/webhooks/v1/connect/receipts',
        test: 'dlr',
      },
    ],
  },
  {
    section: 'optOut',
    settings: [
      {
        setting: 'optOutUrl',
        name: 'txt_optout_webhook_url',
        input: 'text',
        type: 'url',
        example: 'https://example.com/webhooks/v1/connect/opt-outs',
        test: 'opt-out',
      },
      {
        setting: 'blacklistResponse',
        name: 'blacklist_response',
        input: 'area',
        example: 'You will get no more messages from Acme. Send JOIN to come back.',
      },
      {
        setting: 'keywordMatch',
        name: 'lk_optout_match',
        input: 'choice',
        choices: ['contains', 'first-word', 'exact'],
        isForNumbers: true,
      },
      {
        setting: 'optOutLinkBase',
        name: 'opt_out_link_base',
        input: 'text',
        example: '{base_url}/sms/2/messages/subscription/',
      },
    ],
  },
  {
    section: 'optIn',
    settings: [
      {
        setting: 'optInUrl',
        name: 'txt_optin_webhook_url',
        input: 'text',
        type: 'url',
        example: 'https://example.com/webhooks/v1/connect/opt-ins',
        test: 'opt-in',
      },
      {
        setting: 'whitelistResponse',
        name: 'whitelist_response',
        input: 'area',
        example: 'Welcome back to Acme. Send STOP to leave.',
      },
      {
        setting: 'optInLinkBase',
        name: 'opt_in_link_base',
        input: 'text',
        example: '{base_url}/sms/2/messages/subscription/',
      },
    ],
  },
]

/** The sections and settings that a channel of this kind has. */
export function sectionsFor(kind: Schemas['Channel']['kind']): readonly ChannelSection[] {
  if (kind === 'number') return CHANNEL_SECTIONS
  return CHANNEL_SECTIONS.filter(({ isForNumbers }) => !isForNumbers).map((section) => ({
    ...section,
    settings: section.settings.filter(({ isForNumbers }) => !isForNumbers),
  }))
}
