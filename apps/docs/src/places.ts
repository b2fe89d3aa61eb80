/** Where the site is on a server. */
export const BASE = '/docs/'

/** Where the pages are put together, below this package. */
export const SOURCE = '.source'
