import { type ClientRequest, CONTENT_TYPES, type Fields } from './request.ts'

/** A request as written by clients without an encoder: everything but letters and digits is escaped. */
export interface WrittenRequest {
  readonly url: URL
  /** Undefined for GET. */
  readonly body: string | undefined
  readonly headers: Readonly<Record<string, string>>
}

export function writeOut({ url, format, headers, fields }: ClientRequest): WrittenRequest {
  const contentType = CONTENT_TYPES[format]
  return {
    url: new URL(format === 'query' ? `${url}?${encodeFields(fields)}` : url),
    body: format === 'query' ? undefined : format === 'json' ? JSON.stringify(fields) : encodeFields(fields),
    headers: { ...headers, ...(contentType !== undefined && { 'Content-Type': contentType }) },
  }
}

function encodeFields(fields: Fields): string {
  return Object.entries(fields)
    .flatMap(([name, values]) => [values].flat().map((value) => `${name}=${encodeURIComponent(value)}`))
    .join('&')
}
