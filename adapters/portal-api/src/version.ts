/** Version of this package, and of the API it serves. */
export const VERSION = '0.1.0'
