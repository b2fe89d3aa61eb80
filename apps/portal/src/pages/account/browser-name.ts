/** Browsers, by what their user agents contain; those that also claim to be another come before it. */
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

/** The usual name of a browser: `Firefox, Windows`. Undefined for one that is not well known. */
export function browserName(userAgent: string): string | undefined {
  const found = [BROWSERS, SYSTEMS].map((list) => list.find(([, pattern]) => pattern.test(userAgent))?.[0])
  const known = found.filter((name) => name !== undefined)
  return known.length === 0 ? undefined : known.join(', ')
}
