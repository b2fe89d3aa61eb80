const KEY = 'heliograph.client'

/**
 * Id of the client that an operator looks at and acts for; undefined: the operator's own. It holds for this tab, even
 * after a reload.
 */
export function actingFor(): number | undefined {
  const saved = Number(sessionStorage.getItem(KEY) ?? Number.NaN)
  return Number.isInteger(saved) ? saved : undefined
}

/** Takes effect with the next request; the caller has to discard what was loaded for the previous client. */
export function actFor(clientId: number | undefined): void {
  if (clientId === undefined) sessionStorage.removeItem(KEY)
  else sessionStorage.setItem(KEY, String(clientId))
}
