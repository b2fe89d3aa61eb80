/** The languages of the pages. */
export type Language = 'en' | 'fr'

/**
 * Returns the language of the pages that a browser prefers, by its `Accept-Language` (RFC 9110 section 12.5.4); English
 * when it names neither, or prefers both equally.
 */
export function chooseLanguage(acceptLanguage: string | undefined): Language {
  const qualities = { en: 0, fr: 0 }
  for (const [range, quality] of rangesOf(acceptLanguage ?? '')) {
    if (range === 'en' || range === 'fr') qualities[range] = Math.max(qualities[range], quality)
  }
  return qualities.fr > qualities.en ? 'fr' : 'en'
}

/** Primary language and quality of each range of the header. */
function rangesOf(header: string): readonly (readonly [range: string, quality: number])[] {
  return header.split(',', MAX_RANGES).map((part) => {
    const [range = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1'
    return [range.split('-', 1)[0] ?? '', WEIGHT.test(weight) ? Number(weight) : 0]
  })
}

/** More than any browser sends. */
const MAX_RANGES = 20
const WEIGHT = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/
