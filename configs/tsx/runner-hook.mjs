import { createHook } from 'node:async_hooks'

/**
 * The hook by which the runner of Node knows to which test or suite something asynchronous belongs. It is called for
 * every promise, which takes a tenth of the time of most files; but it is needed only while a file is read, to find the
 * suite in which tests are declared. Find it before the first test is declared, since it is made then.
 */
export function findRunnerHook() {
  let hook
  const prototype = Object.getPrototypeOf(createHook({}))
  const { enable } = prototype
  prototype.enable = function () {
    hook = this
    prototype.enable = enable
    return enable.call(this)
  }
  return {
    /** Has the runner see everything asynchronous. */
    on: () => hook?.enable(),
    /** Has it see nothing. What fails then without anyone waiting for it belongs to no test. */
    off: () => hook?.disable(),
  }
}
