// Fails for assertions of browser tests that read a page once (`assert.equal(await rows.count(), 2)`). A page that is
// loading shows something else for a moment, so that such a test fails now and then on a busy machine. `assertShows`
// reads until the page shows what is expected.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { findGlances } from './find-glances.mjs'

const TESTS = 'apps/portal/test/*.test.ts'

const root = resolve(import.meta.dirname, '../..')
const files = execFileSync('git', ['ls-files', TESTS], { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
const problems = files.flatMap((file) =>
  findGlances(readFileSync(join(root, file), 'utf8'), file).map(
    (line) => `${file}:${line}: the page is read only once; use assertShows`,
  ),
)
if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exit(1)
}
