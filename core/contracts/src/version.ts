/**
 * The version of the contract between the host and its modules.
 *
 * Every adapter and plugin states the version it was written for; the host compares it before it runs any of the
 * module's code and refuses a mismatch by name, with the remedy. The major version of this package always equals this
 * number, so there is nothing to map.
 */
export const API_VERSION = 1

export type ApiVersion = typeof API_VERSION
