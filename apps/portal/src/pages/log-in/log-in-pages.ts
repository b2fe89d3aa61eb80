/** The pages before the login: each is the login page with another parameter. */
export type LogInPageName = 'log-in' | 'forgotten' | 'new-password'

const PLACES = ['to', 'ended'] as const

/** The address of a page, which goes on to where the present one would. */
export function pageOf(name: LogInPageName): string {
  const present = new URLSearchParams(window.location.search)
  const next = new URLSearchParams(name === 'log-in' ? {} : { [name]: '' })
  for (const place of PLACES) {
    const value = present.get(place)
    if (value !== null) next.set(place, value)
  }
  const query = next.toString()
  return `${window.location.pathname}${query === '' ? '' : `?${query}`}`
}

/** The page that the address asks for. */
export function presentPage(): LogInPageName {
  const present = new URLSearchParams(window.location.search)
  if (present.has('new-password')) return 'new-password'
  return present.has('forgotten') ? 'forgotten' : 'log-in'
}
