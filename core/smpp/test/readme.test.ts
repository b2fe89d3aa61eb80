import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import * as smpp from '../src/index.ts'
import { FIELDS } from '../src/pdu/field-sizes.ts'

const README = new URL('../README.md', import.meta.url)
const BLOCK = /(?<=<!-- generated:fields -->\n).*?(?=<!-- \/generated -->)/s
const HEADER = ['Field', 'Most characters', 'Status of a longer one']

function fieldsTable(): string {
  const fields = Object.values(FIELDS).map(({ what, limit, tooLong }) => [
    what,
    String(limit),
    smpp.statusName(tooLong),
  ])
  return [HEADER, HEADER.map(() => '---'), ...fields].map((row) => `| ${row.join(' | ')} |\n`).join('')
}

describe('README', () => {
  it('shows the fields as they are in code', async () => {
    const readme = await readFile(README, 'utf8')
    assert.match(readme, BLOCK)
    const current = readme.replace(BLOCK, fieldsTable())
    if (process.env.UPDATE_DOCS === '1') await writeFile(README, current)
    else assert.equal(readme, current, 'out of date; run these tests once with UPDATE_DOCS=1')
  })

  it('names everything that is exported', async () => {
    const readme = await readFile(README, 'utf8')
    const missing = Object.keys(smpp).filter((name) => !readme.includes(`\`${name}\``))
    assert.deepEqual(missing, [])
  })
})
