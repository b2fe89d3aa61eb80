/** A request as its receiver reads it. */
interface Written {
  readonly url?: string | undefined
  readonly body?: string | Uint8Array | undefined
}

/** The values of the parameters of a request, of its form and its XML, and the texts of its JSON. */
export function writtenValues({ url = '', body = '' }: Written): readonly string[] {
  const text = Buffer.from(body).toString('utf8')
  const query = url.includes('?') ? (url.slice(url.indexOf('?') + 1).split('#')[0] ?? '') : ''
  const parameters = [query, text].flatMap((form) => [...new URLSearchParams(form).values()])
  return [...parameters, ...textsOfJson(text), ...textsOfXml(text)]
}

function textsOfJson(text: string): readonly string[] {
  const texts: string[] = []
  try {
    JSON.parse(text, (_, value) => {
      if (typeof value === 'string') texts.push(value)
    })
  } catch {
    // It is no JSON.
  }
  return texts
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }

/** What is between tags. */
function textsOfXml(text: string): readonly string[] {
  if (!text.trimStart().startsWith('<')) return []
  return text.split('<').map((piece) =>
    piece.slice(piece.indexOf('>') + 1).replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
      if (decimal !== undefined) return String.fromCodePoint(Number(decimal))
      return hex === undefined ? (ENTITIES[name] ?? whole) : String.fromCodePoint(Number.parseInt(hex, 16))
    }),
  )
}
