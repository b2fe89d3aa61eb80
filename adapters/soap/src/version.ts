/** The version of this package, which `about` tells. */
export const VERSION = '0.1.0'
