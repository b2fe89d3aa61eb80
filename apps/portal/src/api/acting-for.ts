const KEY = 'heliograph.client'

/** Id of the client that an operator looks at and acts for; undefined: one's own. It holds for this tab, over reloads. */
export function actingFor(): number | undefined {
  const saved = Number(sessionStorage.getItem(KEY) ?? Number.NaN)
  return Number.isInteger(saved) ? saved : undefined
}

/** Takes effect with the next request: whoever calls it throws away what was loaded for the client before. */
export function actFor(clientId: number | undefined): void {
  if (clientId === undefined) sessionStorage.removeItem(KEY)
  else sessionStorage.setItem(KEY, String(clientId))
}
