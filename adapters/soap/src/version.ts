/** The version of this package, which `about` returns. */
export const VERSION = '0.1.0'
