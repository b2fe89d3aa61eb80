import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { drawDiagram } from '../src/diagrams.ts'
import { PAGES } from '../src/site.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** Pages of the repository that are not on the site, and why. */
const LEFT_OUT: readonly (readonly [path: RegExp, reason: string])[] = [
  [/^\.changeset\//, 'notes for the next release'],
  [/\/(?:fixtures|template)\//, 'of tests, and of packages that are created'],
  [/^configs\/traceability\//, 'for those who change the specification'],
]

const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
  cwd: ROOT,
  encoding: 'utf8',
})
const files = tracked.split('\n').filter(Boolean)

test('every page of the repository is on the site once, or is left out with a reason', () => {
  const expected = files.filter((file) => !LEFT_OUT.some(([path]) => path.test(file)))
  const sources = PAGES.flatMap(({ source = '' }) => (source.endsWith('.md') ? [source] : []))
  assert.deepEqual(sources.toSorted(), expected.toSorted())
})

test('every page has a place and a title of its own', () => {
  for (const key of ['path', 'title'] as const) assert.equal(new Set(PAGES.map((page) => page[key])).size, PAGES.length)
})

test('every page about a concept has one picture, with a label', () => {
  for (const file of files.filter((each) => each.startsWith('apps/docs/concepts/'))) {
    const pictures = [...readFileSync(join(ROOT, file), 'utf8').matchAll(/^```mermaid (.+)\n([\s\S]*?)^```$/gm)]
    assert.equal(pictures.length, 1, file)
    const [, label = '', diagram = ''] = pictures[0] ?? []
    assert.ok(label.length > 20, file)
    const svg = drawDiagram(diagram, label)
    assert.match(svg, /^<figure class="diagram" v-pre><svg role="img" aria-label="/, file)
    assert.doesNotMatch(svg, /<style|https?:\/\/(?!www\.w3\.org)/, 'nothing of another server')
  }
})
