/** Names that browsers hide in what they call themselves; those that also claim to be another stand before it. */
const BROWSERS = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Headless)?(?:Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
  ['curl', /^curl\//],
] as const

const SYSTEMS = [
  ['Android', /Android/],
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Windows', /Windows/],
  ['Mac', /Macintosh/],
  ['Linux', /Linux|X11/],
] as const

/** What people call a browser: `Firefox, Windows`. Undefined for what is none of the well-known ones. */
export function browserName(userAgent: string): string | undefined {
  const found = [BROWSERS, SYSTEMS].map((list) => list.find(([, pattern]) => pattern.test(userAgent))?.[0])
  const known = found.filter((name) => name !== undefined)
  return known.length === 0 ? undefined : known.join(', ')
}
