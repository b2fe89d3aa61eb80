import type { HttpHeaders } from '@heliograph/contracts'

/**
 * Whether a GET is a person's who follows a link, so that it may change something.
 *
 * Browsers say where a request comes from and what for (W3C Fetch Metadata); a page cannot change these headers. One
 * that loads a picture, a frame or a script, or fetches, was asked for by no one. One that leads to another site by
 * itself (`location`, a redirect, a form) has no `Sec-Fetch-User`, which a click has; Safari never sends it, so there a
 * link on another site costs a second click. A link from outside the browser (an SMS, a mail program) has the site
 * `none`, and a button on these pages `same-origin`: no other page can make either.
 *
 * Older browsers, browsers without TLS and programs send none of them, or as Node's `fetch` the mode alone: then GET
 * acts, as the specification says.
 */
export function isNavigation(headers: HttpHeaders): boolean {
  if (isPrefetch(headers)) return false
  const { 'sec-fetch-dest': destination, 'sec-fetch-mode': mode, 'sec-fetch-site': site } = headers
  if (destination === undefined && site === undefined) return true
  if (!isOneOf(destination, ['document']) || !isOneOf(mode, ['navigate'])) return false
  return isOneOf(site, ['none', 'same-origin']) || headers['sec-fetch-user'] === '?1'
}

/** Whether a GET comes from a button on these pages. */
export function isFromHere(headers: HttpHeaders): boolean {
  return headers['sec-fetch-site']?.trim().toLowerCase() === 'same-origin'
}

/** Absent counts as any value. */
function isOneOf(value: string | undefined, values: readonly string[]): boolean {
  return value === undefined || values.includes(value.trim().toLowerCase())
}

/** Browsers send `Sec-Purpose` (Fetch standard) with a prefetch; older ones sent `Purpose`. */
function isPrefetch(headers: HttpHeaders): boolean {
  return [headers['sec-purpose'], headers.purpose, headers['x-purpose'], headers['x-moz']].some((value) =>
    /\b(?:prefetch|prerender|preview)\b/i.test(value ?? ''),
  )
}
