// How the library marks what is no element; no name of XML looks like these.
export const TEXT = '#text'
export const CDATA = '#cdata'
export const ATTRIBUTE_PREFIX = '@'
/** The library's own. */
export const ATTRIBUTES = ':@'
