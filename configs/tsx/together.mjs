// The one process of test.mjs: every file is a suite with its name.
import { resolve } from 'node:path'
import { after, describe } from 'node:test'
import { pathToFileURL } from 'node:url'

/** How long the process may take to end by itself after the last test. */
const GRACE_MS = 30_000

const { files, timeout } = JSON.parse(process.env.HELIOGRAPH_TEST_FILES)
delete process.env.HELIOGRAPH_TEST_FILES
let left = files.length
for (const file of files) {
  describe(file, { timeout }, async () => {
    await import(pathToFileURL(resolve(file)).href)
    after(() => {
      left -= 1
      if (left === 0) setTimeout(tellWhatIsOpen, GRACE_MS).unref()
    })
  })
}

/** A socket or server that a test has left behind would keep the process until the time limit, and nobody would know why. */
function tellWhatIsOpen() {
  console.error(
    `All tests have ended, and what they left open keeps the process: ${process.getActiveResourcesInfo().join(', ')}`,
  )
  process.exit(1)
}
