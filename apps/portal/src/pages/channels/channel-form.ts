import type { Schemas } from '../../api/client.ts'

type Channel = Schemas['Channel']
type ChannelChange = Schemas['ChannelChange']

/** The link base while no other is set. */
export const DEFAULT_LINK_BASE = '{base_url}/sms/2/messages/subscription/'

/** The settings of a channel as inputs have them: none is null. */
export interface ChannelForm {
  enabled: boolean
  outgoingNumber: string
  forwardEmail: string
  forwardMobile: string
  hasAutoResponse: boolean
  autoResponse: string
  incomingHandler: Channel['incomingHandler']
  incomingUrl: string
  dlrUrl: string
  optOutUrl: string
  optInUrl: string
  blacklistResponse: string
  whitelistResponse: string
  keywordMatch: Channel['keywordMatch']
  optOutLinkBase: string
  optInLinkBase: string
}

export function toForm(channel: Channel): ChannelForm {
  return {
    enabled: channel.enabled,
    outgoingNumber: channel.outgoingNumber ?? '',
    forwardEmail: channel.forwardEmail ?? '',
    forwardMobile: channel.forwardMobile ?? '',
    hasAutoResponse: channel.autoResponse !== null,
    autoResponse: channel.autoResponse ?? '',
    incomingHandler: channel.incomingHandler,
    incomingUrl: channel.incomingUrl ?? '',
    dlrUrl: channel.dlrUrl ?? '',
    optOutUrl: channel.optOutUrl ?? '',
    optInUrl: channel.optInUrl ?? '',
    blacklistResponse: channel.blacklistResponse ?? '',
    whitelistResponse: channel.whitelistResponse ?? '',
    keywordMatch: channel.keywordMatch,
    optOutLinkBase: channel.optOutLinkBase ?? DEFAULT_LINK_BASE,
    optInLinkBase: channel.optInLinkBase ?? DEFAULT_LINK_BASE,
  }
}

/**
 * The change that turns `before` into `after`: only what differs, so that two people can change different things at
 * once.
 */
export function changeBetween(before: ChannelForm, after: ChannelForm): ChannelChange {
  const [old, wanted] = [toSettings(before), toSettings(after)]
  const changed = Object.entries(wanted).filter(([name, value]) => value !== old[name as keyof typeof old])
  return Object.fromEntries(changed) as ChannelChange
}

/** How many inputs differ; different inputs may mean the same to the API. */
export function countChanges(before: ChannelForm, after: ChannelForm): number {
  return Object.entries(after).filter(([name, value]) => value !== before[name as keyof ChannelForm]).length
}

/** A form as the API takes it. An empty link base has a meaning; other empty texts are not set. */
function toSettings({ hasAutoResponse, ...form }: ChannelForm) {
  const orNull = (text: string) => (text.trim() === '' ? null : text)
  const linkBase = (text: string) => (text.trim() === DEFAULT_LINK_BASE ? null : text.trim())
  return {
    enabled: form.enabled,
    outgoingNumber: orNull(form.outgoingNumber),
    forwardEmail: orNull(form.forwardEmail),
    forwardMobile: orNull(form.forwardMobile),
    autoResponse: hasAutoResponse ? orNull(form.autoResponse) : null,
    incomingHandler: form.incomingHandler,
    incomingUrl: orNull(form.incomingUrl),
    dlrUrl: orNull(form.dlrUrl),
    optOutUrl: orNull(form.optOutUrl),
    optInUrl: orNull(form.optInUrl),
    blacklistResponse: orNull(form.blacklistResponse),
    whitelistResponse: orNull(form.whitelistResponse),
    keywordMatch: form.keywordMatch,
    optOutLinkBase: linkBase(form.optOutLinkBase),
    optInLinkBase: linkBase(form.optInLinkBase),
  }
}
