import type { EditedRequest } from './http-request.ts'

/** A text and who is to get it. */
export interface FoundMessage {
  readonly to: readonly string[]
  readonly text: string
}

const TO = /^(?:to|recipients?(?:_addr)?|numbers?|phone)$/i
const TEXT = /^(?:text|msg|message)$/i

/** Finds the one text of a request with its recipients, to have it priced; undefined where that is not plain. */
export function messageIn({ path, body }: EditedRequest): FoundMessage | undefined {
  const found: Found = { to: [], texts: new Set() }
  const query = path.includes('?') ? path.slice(path.indexOf('?')) : ''
  lookInParameters(query, found)
  if (/^\s*[[{]/.test(body)) lookInJson(body, found)
  else if (/^\s*</.test(body)) lookInElements(body, found)
  else lookInParameters(body, found)
  const [text, ...more] = found.texts
  if (text === undefined || more.length > 0 || found.to.length === 0) return undefined
  return { to: found.to, text }
}

interface Found {
  readonly to: string[]
  readonly texts: Set<string>
}

function note(name: string, value: unknown, { to, texts }: Found): void {
  if (typeof value !== 'string' && typeof value !== 'number') return
  if (TO.test(name))
    to.push(
      ...String(value)
        .split(/[,;\n]/)
        .map((each) => each.trim())
        .filter(Boolean),
    )
  else if (TEXT.test(name)) texts.add(String(value))
}

function lookInParameters(text: string, found: Found): void {
  for (const [name, value] of new URLSearchParams(text)) note(name, value, found)
}

function lookInJson(text: string, found: Found): void {
  try {
    JSON.parse(text, (name, value: unknown) => {
      note(name, value, found)
      if (Array.isArray(value)) for (const each of value) note(name, each, found)
      return value
    })
  } catch {
    // What is no JSON will be refused.
  }
}

function lookInElements(text: string, found: Found): void {
  const document = new DOMParser().parseFromString(text, 'text/xml')
  for (const element of document.querySelectorAll('*'))
    if (element.children.length === 0) note(element.localName, element.textContent, found)
}
