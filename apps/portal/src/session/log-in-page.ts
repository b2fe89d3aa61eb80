const LOG_IN = '/portal/log-in'

/** Goes to the log-in page, which is a page by itself. From there it goes back to `to`, an address below `/portal`. */
export function goToLogIn(to?: string): void {
  window.location.replace(to === undefined ? LOG_IN : `${LOG_IN}?${new URLSearchParams({ to })}`)
}

/** Leaves the log-in page for what was wanted there. */
export function goFromLogIn(): void {
  const to = new URLSearchParams(window.location.search).get('to')
  window.location.replace(to?.startsWith('/') ? `/portal${to}` : '/portal/')
}
