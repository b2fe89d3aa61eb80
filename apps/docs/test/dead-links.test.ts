import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { findDeadLinks } from '../src/dead-links.ts'

const PAGES: Readonly<Record<string, string>> = {
  'index.html': `
    <a href="/docs/guides/a.html">good</a> <a class="x" href="/docs/guides/a.html#here">good</a>
    <a href="/docs/guides/b.html">no page</a> <a href="/docs/guides/a.html#there">no place</a>
    <a href="https://example.com/#x">another server</a> <a href="/docs/logo.svg">a file</a>`,
  'guides/a.html':
    '<h2 id="here">Here</h2><h2 id="café">Café</h2> <a href="#caf%C3%A9">good</a> <a href="/docs/">good</a> <a href="#no">no</a>',
}

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heliograph-links-'))
  await mkdir(join(folder, 'guides'))
  for (const [path, html] of Object.entries(PAGES)) await writeFile(join(folder, path), html)
})
after(() => rm(folder, { recursive: true, force: true }))

test('links to pages and headings that are not there are found, and no others', async () => {
  assert.deepEqual([...(await findDeadLinks(folder, '/docs/'))].toSorted(), [
    'guides/a.html: #no',
    'index.html: /docs/guides/a.html#there',
    'index.html: /docs/guides/b.html',
  ])
})
