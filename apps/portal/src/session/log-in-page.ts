const PORTAL = '/portal'
const LOG_IN = `${PORTAL}/log-in`

/**
 * Opens the login page, which is a separate page. After the login, it returns to `to`, an address below `/portal`.
 */
export function goToLogIn(to?: string): void {
  window.location.replace(to === undefined ? LOG_IN : `${LOG_IN}?${new URLSearchParams({ to })}`)
}

/** The same for a user whose session has ended while this page was open, which the login page says. */
export function logInAgain(to: string): void {
  window.location.replace(`${LOG_IN}?${new URLSearchParams({ to, ended: '1' })}`)
}

/** The login page was opened because a session has ended. */
export function hasSessionEnded(): boolean {
  return new URLSearchParams(window.location.search).has('ended')
}

/** The address of this page as `goToLogIn` takes it. */
export function thisAddress(): string {
  const { pathname, search, hash } = window.location
  return `${pathname.slice(PORTAL.length)}${search}${hash}`
}

/** Leaves the login page for the page that was requested. */
export function goFromLogIn(): void {
  const to = new URLSearchParams(window.location.search).get('to')
  window.location.replace(to?.startsWith('/') ? `${PORTAL}${to}` : `${PORTAL}/`)
}
