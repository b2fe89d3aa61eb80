import type { ChannelSettings, SubscriptionLink, SubscriptionLinks } from '@heliograph/contracts'
import { LONGEST_TEXT } from './segments.ts'

/** The beginnings of the links in texts of a channel; absent means null, see `ChannelSettings`. */
export type LinkBases = Partial<Pick<ChannelSettings, 'optOutLinkBase' | 'optInLinkBase'>>

/** The client whose links a text contains. */
export interface LinkOwner {
  readonly clientId: number
  readonly bases: LinkBases
  readonly site: LinkSite
}

/** What links that lead to the gateway consist of. */
export interface LinkSite {
  /** Public address of the deployment, without a trailing slash. */
  readonly baseUrl: string
  readonly sign: SubscriptionLinks['sign']
  /** Short links, which stand where a channel has no link base of its own. Absent: long ones do. */
  readonly short?: ShortForm | undefined
}

/** How short links are written. */
export interface ShortForm {
  /** Without a trailing slash. */
  readonly url: string
  codeOf(link: SubscriptionLink): string
}

/** The gateway's own page (specification, "Channel settings"). */
const DEFAULT_BASE = '{base_url}/sms/2/messages/subscription/'

const PLACEHOLDERS = /\{opt_(out|in)_link\}/g

/** Whether a text contains `{opt_out_link}` or `{opt_in_link}`. Costs next to nothing for a text without a brace. */
export function hasSubscriptionLinks(text: string): boolean {
  return text.includes('{opt_') && text.search(PLACEHOLDERS) >= 0
}

/**
 * Replaces the placeholders of a text by the links of a contact: link base + `<clientid>/opt/out/<mobile>` or
 * `/opt/in/`. For a client with a page of its own (blank base), placeholders are removed. Links that lead to the
 * gateway itself are signed; others go to pages that may not expect a query. Without a link base, links are short where
 * the site has a short form.
 *
 * A text with links ends one character after the longest that can be sent: a link may be much longer than its
 * placeholder.
 *
 * @param mobile E.164 digits
 */
export function fillSubscriptionLinks(text: string, mobile: string, owner: LinkOwner): string {
  const links = new Map<string, string>()
  /** A text may have thousands of links, and signing costs more than writing. */
  function linkTo(direction: 'out' | 'in'): string {
    const link = links.get(direction) ?? linkOf(direction, mobile, owner)
    links.set(direction, link)
    return link
  }
  let filled = ''
  let done = 0
  for (const { 0: written, 1: direction, index } of text.matchAll(PLACEHOLDERS)) {
    filled += text.slice(done, index) + linkTo(direction as 'out' | 'in')
    done = index + written.length
    if (filled.length > LONGEST_TEXT) break
  }
  return done === 0 ? text : (filled + text.slice(done)).slice(0, LONGEST_TEXT + 1)
}

function linkOf(direction: 'out' | 'in', mobile: string, { clientId, bases, site }: LinkOwner): string {
  const { baseUrl, sign, short } = site
  const own = (direction === 'out' ? bases.optOutLinkBase : bases.optInLinkBase) ?? null
  if (own === null && short !== undefined) return `${short.url}/${short.codeOf({ clientId, direction, mobile })}`
  const base = own ?? DEFAULT_BASE
  if (base === '') return ''
  const link = `${base.replace('{base_url}', () => baseUrl)}${clientId}/opt/${direction}/${mobile}`
  return link.startsWith(`${baseUrl}/`) && !link.includes('?')
    ? `${link}?s=${sign({ clientId, direction, mobile })}`
    : link
}
