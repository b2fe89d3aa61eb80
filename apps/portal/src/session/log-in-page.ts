const LOG_IN = '/portal/log-in'

/**
 * Opens the log-in page, which is a separate page. After the log-in, it returns to `to`, an address below `/portal`.
 */
export function goToLogIn(to?: string): void {
  window.location.replace(to === undefined ? LOG_IN : `${LOG_IN}?${new URLSearchParams({ to })}`)
}

/** Leaves the log-in page for the page that was requested. */
export function goFromLogIn(): void {
  const to = new URLSearchParams(window.location.search).get('to')
  window.location.replace(to?.startsWith('/') ? `/portal${to}` : '/portal/')
}
