/** Where the login began; the provider sends browsers back without it. */
const PLACE = 'heliograph-log-in'

/** Remembers where this tab is, and goes to the identity provider. */
export function leaveForProvider(url: string): void {
  window.sessionStorage.setItem(PLACE, window.location.search)
  window.location.assign(url)
}

/**
 * What an identity provider sent the browser back with; empty when it did not come from there. Removes it from the
 * address bar and the history, and puts back what was there when the login began.
 */
export function takeProviderReturn(): string {
  const query = window.location.search.slice(1)
  const given = new URLSearchParams(query)
  if (!given.has('state') || !(given.has('code') || given.has('error'))) return ''
  const place = window.sessionStorage.getItem(PLACE) ?? ''
  window.sessionStorage.removeItem(PLACE)
  window.history.replaceState(window.history.state, '', window.location.pathname + place)
  return query
}
