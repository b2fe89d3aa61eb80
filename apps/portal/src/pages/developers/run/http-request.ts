/** A request as people edit it. `YOUR_API_KEY` in it stands for the key that it is sent with. */
export interface EditedRequest {
  readonly method: string
  /** Path and query. */
  readonly path: string
  /** `Name: value`, a line each. */
  readonly headers: string
  readonly body: string
}

/** Stands for a key in examples. */
export const KEY_PLACE = 'YOUR_API_KEY'

/** Words of a command for a shell: bare ones, and quoted ones that are adjacent belong together. */
const WORD = /(?:'[^']*'|"[^"]*"|[^\s'"])+/g
const FORM = 'application/x-www-form-urlencoded'

/** Reads a command of curl as interfaces write their examples; undefined for one that says something else. */
export function readCurl(command: string): EditedRequest | undefined {
  const [program, ...words] = [...command.matchAll(WORD)].map(([word]) =>
    word.replaceAll(/'([^']*)'|"([^"]*)"/g, '$1$2'),
  )
  if (program !== 'curl') return undefined
  const headers: string[] = []
  const data: string[] = []
  let method: string | undefined
  let url: URL | undefined
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] as string
    if (word === '-X') method = words[++at]
    else if (word === '-H') headers.push(words[++at] ?? '')
    else if (word === '-d' || word === '--data-urlencode') data.push(words[++at] ?? '')
    else if (URL.canParse(word)) url = new URL(word)
    else if (word !== '-s' && word !== '-sS') return undefined
  }
  if (url === undefined) return undefined
  if (data.length > 0 && !headers.some((header) => /^content-type:/i.test(header)))
    headers.push(`Content-Type: ${FORM}`)
  return {
    method: method ?? (data.length > 0 ? 'POST' : 'GET'),
    path: url.pathname + url.search,
    headers: headers.join('\n'),
    body: data.join('&'),
  }
}

/** What can be sent; `problem`: why it cannot. */
export type ReadyRequest =
  | { readonly path: string; readonly init: RequestInit & { readonly headers: Headers } }
  | { readonly problem: 'path' | 'header' }

/** Fills the key in. A path that leads to another origin is refused: the key is for this gateway alone. */
export function toFetch(request: EditedRequest, apiKey: string, origin: string): ReadyRequest {
  const fill = (text: string) => text.replaceAll(KEY_PLACE, apiKey)
  const path = fill(request.path.trim())
  if (!path.startsWith('/') || !URL.canParse(path, origin) || new URL(path, origin).origin !== origin)
    return { problem: 'path' }
  const headers = new Headers()
  try {
    for (const line of fill(request.headers)
      .split('\n')
      .filter((each) => each.trim() !== '')) {
      const colon = line.indexOf(':')
      if (colon < 1) return { problem: 'header' }
      headers.append(line.slice(0, colon).trim(), line.slice(colon + 1).trim())
    }
  } catch {
    return { problem: 'header' }
  }
  const body = request.method === 'GET' || request.body === '' ? undefined : fill(request.body)
  // Without the cookies of the portal: it is the key that is tried.
  const how = { credentials: 'omit', redirect: 'manual', cache: 'no-store' } as const
  return { path, init: { method: request.method, headers, ...how, ...(body !== undefined && { body }) } }
}
