/** Printed by turbo when a package's build has ended, before what that printed itself. */
const ENDED = /^(\S+):build: cache (miss|hit)/

/**
 * Tells people how far a build is: on a terminal in one line that is written again and again, elsewhere in a line for
 * each package that was compiled.
 *
 * @param {object} options
 * @param {number} options.total how many packages there are to build
 * @param {boolean} options.isTerminal
 * @param {(text: string) => void} options.write
 * @param {() => number} options.now milliseconds
 */
export function createBuildProgress({ total, isTerminal, write, now }) {
  const begunAt = now()
  let done = 0
  let latest = ''
  const seconds = () => Math.round((now() - begunAt) / 1_000)
  const rewrite = () => write(`\r\x1b[2KCompiling Heliograph: ${done} of ${total} packages, ${seconds()} s${latest}`)
  if (isTerminal) rewrite()
  else write(`Compiling Heliograph: ${total} packages, some of them may be compiled already.\n`)
  return {
    /** Reads a line of turbo's output. */
    read(line) {
      const [, name, cache] = ENDED.exec(line) ?? []
      if (name === undefined) return
      done = Math.min(done + 1, total)
      latest = `, ${name}`
      if (isTerminal) rewrite()
      else if (cache === 'miss') write(`Compiled ${done} of ${total}: ${name}, after ${seconds()} s\n`)
    },
    /** Time has passed. */
    tick() {
      if (isTerminal) rewrite()
    },
    /** The build has ended; a terminal's line makes room for what follows. */
    end() {
      if (isTerminal) write('\r\x1b[2K')
    },
  }
}
