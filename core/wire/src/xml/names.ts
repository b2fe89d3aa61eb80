// XML 1.0 section 2.3, without the colon (Namespaces in XML 1.0 section 3).
const START =
  'A-Z_a-z\\xc0-\\xd6\\xd8-\\xf6\\xf8-\\u02ff\\u0370-\\u037d\\u037f-\\u1fff\\u200c\\u200d\\u2070-\\u218f\\u2c00-\\u2fef\\u3001-\\ud7ff' +
  '\\uf900-\\ufdcf\\ufdf0-\\ufffd\\u{10000}-\\u{effff}'
const FURTHER = `${START}\\-.0-9\\xb7\\u0300-\\u036f\\u203f\\u2040`

const PLAIN_NAME = `[${START}][${FURTHER}]*`

/** Source of a regular expression with the flag `u`: a name with or without a prefix. */
export const QUALIFIED_NAME = `${PLAIN_NAME}(?::${PLAIN_NAME})?`

const WHOLE_NAME = new RegExp(`^${QUALIFIED_NAME}$`, 'u')

/** True for a name that an element or attribute can have, with or without a prefix. */
export function isQualifiedName(text: string): boolean {
  return WHOLE_NAME.test(text)
}

/** A qualified name in its two parts; the prefix is empty when there is none. */
export function splitName(name: string): readonly [prefix: string, local: string] {
  const colon = name.indexOf(':')
  return colon < 0 ? ['', name] : [name.slice(0, colon), name.slice(colon + 1)]
}
