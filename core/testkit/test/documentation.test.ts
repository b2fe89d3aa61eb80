import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, describe, test } from 'node:test'
import { checkGeneratedBlocks, renderErrorsTable, renderRoutesTable, renderTable } from '../src/index.ts'

describe('checkGeneratedBlocks', () => {
  let folder: string
  let path: string
  const { UPDATE_DOCS } = process.env

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'heliograph-docs-'))
    path = join(folder, 'README.md')
  })
  beforeEach(() => {
    delete process.env.UPDATE_DOCS
  })
  after(async () => {
    if (UPDATE_DOCS !== undefined) process.env.UPDATE_DOCS = UPDATE_DOCS
    await rm(folder, { recursive: true })
  })

  const document = (content: string) =>
    `# A\n\n<!-- generated:one -->\n${content}<!-- /generated -->\n\nEnd $& of it.\n`

  test('takes what is up to date', async () => {
    await writeFile(path, document('| a |\n|---|\n'))
    await checkGeneratedBlocks(path, { one: '| a |\n|---|' })
  })

  test('takes a table whose columns were lined up', async () => {
    await writeFile(path, document('| a   | b |\n| --- | - |\n| xyz | 1 |\n'.replace('| - |', '| --- |')))
    await checkGeneratedBlocks(path, { one: '| a | b |\n|---|---|\n| xyz | 1 |' })
  })

  test('refuses what is stale, and says how to renew it', async () => {
    await writeFile(path, document('| a |\n'))
    await assert.rejects(checkGeneratedBlocks(path, { one: '| b |' }), /out of date.*UPDATE_DOCS=1/)
    assert.equal(await readFile(path, 'utf8'), document('| a |\n'))
  })

  test('renews with UPDATE_DOCS=1, and touches nothing else', async () => {
    await writeFile(path, document('| a |\n'))
    process.env.UPDATE_DOCS = '1'
    await checkGeneratedBlocks(path, { one: '| $& |' })
    assert.equal(await readFile(path, 'utf8'), document('| $& |\n'))
  })

  test('fills an empty block', async () => {
    await writeFile(path, document(''))
    process.env.UPDATE_DOCS = '1'
    await checkGeneratedBlocks(path, { one: 'new' })
    assert.equal(await readFile(path, 'utf8'), document('new\n'))
  })

  test('refuses a block that is missing and one that nothing generates', async () => {
    await writeFile(path, document('a\n'))
    await assert.rejects(checkGeneratedBlocks(path, { one: 'a', two: 'b' }), /two/)
    await assert.rejects(checkGeneratedBlocks(path, {}), /one that nothing generates/)
  })
})

describe('tables', () => {
  test('escape what would break them', () => {
    assert.equal(renderTable(['A', 'B'], [['x|y', 'two\nlines']]), '| A | B |\n|---|---|\n| x\\|y | two lines |')
  })

  test('show routes', () => {
    const handler = () => ({ status: 200 })
    const table = renderRoutesTable([
      { method: 'GET', path: '/a', handler },
      { method: 'ANY', path: '/b/*', ignoreCase: true, bodyLimit: 2048, handler },
      { method: 'POST', path: '/c', bodyLimit: 100, handler },
    ])
    assert.deepEqual(table.split('\n').slice(2), [
      '| GET | `/a` | 1 MiB |',
      '| any | `/b/*` (any case) | 2 KiB |',
      '| POST | `/c` | 100 octets |',
    ])
  })

  test('show how each category of error is answered', () => {
    const table = renderErrorsTable(({ category }) => ({ status: category === 'throttled' ? 429 : 500 }))
    assert.equal(table.split('\n').length, 12)
    assert.match(table, /^\| `throttled` \| 429 \| Too many requests\. \|$/m)
  })
})
