/** Given instead of a secret: generate one. */
export const GENERATE = 'generate'

/** Given instead of a value: what applies where nothing else is set. */
export const DEFAULT = 'default'

/** Given instead of networks: empties a list. */
export const ANYWHERE = 'anywhere'
