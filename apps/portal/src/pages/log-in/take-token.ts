/** The token of a one-time link; empty without one. Removes it from the address bar and the history. */
export function takeToken(): string {
  const token = window.location.hash.slice(1)
  if (token !== '')
    window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search)
  return token
}
