// The library's marks for everything that is not an element; they cannot be XML names.
export const TEXT = '#text'
export const ATTRIBUTE_PREFIX = '@'
/** The library's own key for attributes. */
export const ATTRIBUTES = ':@'
