// Fails for pages with a line of prose wider than the limit, with a word that makes a native reader stop, with a fenced
// block that is never closed, or with a link to a file that does not exist. `--write` wraps the prose of all pages.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { judgePage, wrapPage } from './judge-page.mjs'

/** Made by a tool, or meant to be broken. */
const SKIPPED =
  /^\.changeset\/|\/CHANGELOG\.md$|\/docs\/reference\.md$|^configs\/traceability\/README\.md$|\/fixtures\//

const root = resolve(import.meta.dirname, '../..')
const listed = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' })
const pages = listed.split('\n').filter((page) => page !== '' && !SKIPPED.test(page))
if (process.argv.includes('--write')) {
  for (const page of pages) writeFileSync(join(root, page), wrapPage(read(page)))
} else {
  const problems = pages.flatMap(problemsOf)
  if (problems.length > 0) {
    console.error(problems.join('\n'))
    process.exitCode = 1
  }
}

function read(page) {
  return readFileSync(join(root, page), 'utf8')
}

function problemsOf(page) {
  const text = read(page)
  return [
    ...judgePage(text).map(({ number, problem }) => `${page}:${number}: ${problem}`),
    ...deadLinks(page, text).map((target) => `${page}: a link to ${target}, which does not exist`),
  ]
}

/** Targets of links, outside of code, that are files of the repository and are not there. */
function deadLinks(page, text) {
  const prose = text.replace(/^\s*```[\s\S]*?^\s*```/gm, '').replace(/`+[^`]+`+/g, '')
  return [...prose.matchAll(/\]\(([^()\s#]+)(?:#[^()\s]*)?\)/g)]
    .map(([, target]) => target)
    .filter((target) => !/^[a-z][a-z0-9+.-]*:/i.test(target) && !existsSync(join(root, dirname(page), target)))
}
