/**
 * The version of the contract between the host and its modules.
 *
 * Every adapter and plugin states the version it was written for; the host compares it before it runs any of the
 * module's code and refuses a mismatch by name, with the remedy. The major version of this package always equals this
 * number, so there is nothing to map.
 *
 * What is added within a contract makes a new minor version. A package that needs it says so by its range for
 * `@heliograph/contracts` (`>=1.3.0 <2`), and an older host refuses it without importing it.
 * @stability stable
 */
export const API_VERSION = 1

/** @stability stable */
export type ApiVersion = typeof API_VERSION
