import type { ChannelSettings } from '@heliograph/contracts'

/** What links in the texts of a channel begin with; absent as null, see `ChannelSettings`. */
export type LinkBases = Partial<Pick<ChannelSettings, 'optOutLinkBase' | 'optInLinkBase'>>

/** Whose links a text has. */
export interface LinkOwner {
  readonly clientId: number
  readonly bases: LinkBases
  /** Public address of the deployment, without a slash at its end. */
  readonly baseUrl: string
}

/** The gateway's own page (specification, "Channel settings"). */
const DEFAULT_BASE = '{base_url}/sms/2/messages/subscription/'

const PLACEHOLDERS = /\{opt_(out|in)_link\}/g

/** Whether a text holds `{opt_out_link}` or `{opt_in_link}`. Next to nothing for one without a brace. */
export function hasSubscriptionLinks(text: string): boolean {
  return text.includes('{opt_') && text.search(PLACEHOLDERS) >= 0
}

/**
 * A text with its placeholders replaced by the links of a contact: link base + `<clientid>/opt/out/<mobile>` or `/opt/in/`. For a client with a page of its own (blank
 * base) a placeholder stands for nothing.
 *
 * @param mobile E.164 digits
 */
export function fillSubscriptionLinks(text: string, mobile: string, { clientId, bases, baseUrl }: LinkOwner): string {
  return text.replace(PLACEHOLDERS, (_, direction: 'out' | 'in') => {
    const base = (direction === 'out' ? bases.optOutLinkBase : bases.optInLinkBase) ?? DEFAULT_BASE
    return base === '' ? '' : `${base.replace('{base_url}', () => baseUrl)}${clientId}/opt/${direction}/${mobile}`
  })
}
