import type { AccountOptions, AdapterCase } from '@heliograph/testkit'

/** The client that the links are about; the in-memory engine gives its first client this number. */
export const CLIENT_ID = 1001
export const ACCOUNT: AccountOptions = { name: 'Jo & <Sons>', country: 'ZA' }

/** How the pages write the client's name. */
export const CLIENT_NAME = 'Jo &amp; &lt;Sons&gt;'

export const MOBILE = '27821234567'

/** The path of a link. */
export function linkOf(direction: 'out' | 'in', mobile = `+${MOBILE}`, clientId: number | string = CLIENT_ID): string {
  return `/sms/2/messages/subscription/${clientId}/opt/${direction}/${mobile}`
}

/** The event of a link that changed a subscription. */
export function change(direction: 'out' | 'in', changed: boolean, mobile = MOBILE) {
  const status = direction === 'out' ? 'opted-out' : 'opted-in'
  return { kind: 'subscription-set', clientId: CLIENT_ID, mobile, status, source: 'web', changed }
}

/** A page with this status and heading. */
export function page(status: number, title: string | RegExp): { readonly status: number } & AdapterCase['expect'] {
  const heading = typeof title === 'string' ? `<h1>${title}</h1>` : title
  return {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: (text: string) => (typeof heading === 'string' ? text.includes(heading) : heading.test(text)),
  }
}
