/** The `charset` parameter, with or without quotes (RFC 9110 section 8.3.1). */
const CHARSET = /;\s*charset\s*=\s*(?:"([^"]*)"|([^\s;"]*))/i

/**
 * The media type of a Content-Type in lower case, without its parameters: `application/json`. Empty when there is none.
 */
export function mediaTypeOf(contentType: string | undefined): string {
  if (contentType === undefined) return ''
  const end = contentType.indexOf(';')
  return (end < 0 ? contentType : contentType.slice(0, end)).trim().toLowerCase()
}

/** The charset label of a Content-Type as written; undefined when it has none. */
export function charsetLabelOf(contentType: string | undefined): string | undefined {
  const match = CHARSET.exec(contentType ?? '')
  return match === null ? undefined : (match[1] ?? match[2])
}
