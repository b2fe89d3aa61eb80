// The shared process of test.mjs: every file is a suite named after it.
import { resolve } from 'node:path'
import { after, describe } from 'node:test'
import { pathToFileURL } from 'node:url'

const { files, timeout } = JSON.parse(process.env.HELIOGRAPH_TEST_FILES)
delete process.env.HELIOGRAPH_TEST_FILES
/** How long the process may take to end on its own after the last test. */
const graceMs = Math.min(30_000, timeout)
let left = files.length
for (const file of files) {
  describe(file, { timeout }, async () => {
    await import(pathToFileURL(resolve(file)).href)
    after(() => {
      left -= 1
      if (left === 0) setTimeout(tellWhatIsOpen, graceMs).unref()
    })
  })
}

/**
 * Without this, a socket or server left open by a test would keep the process alive until the time limit, with no hint
 * why.
 */
function tellWhatIsOpen() {
  console.error(
    `All tests have ended, and these open resources keep the process alive: ${process.getActiveResourcesInfo().join(', ')}`,
  )
  process.exit(1)
}
