import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import * as wire from '../src/index.ts'
import { XML_COUNTED } from '../src/xml/limits.ts'

const README = new URL('../README.md', import.meta.url)
const BLOCK = /(?<=<!-- generated:xml-limits -->\n).*?(?=<!-- \/generated -->)/s
const EXAMPLE = /^```ts\n(.*?)^```$/gms

/** A line that states its result. */
const CLAIM = /^(?!const |import )(\S.*) \/\/ (.+)$/gm

const readme = await readFile(README, 'utf8')

function limitsTable(): string {
  const rows = Object.entries(wire.XML_DEFAULTS).map(([name, limit]) => [
    `\`${name}\``,
    limit.toLocaleString('en'),
    XML_COUNTED[name as keyof typeof XML_COUNTED],
  ])
  return [['Limit', 'At most', 'Of what'], ['---', '---', '---'], ...rows]
    .map((row) => `| ${row.join(' | ')} |\n`)
    .join('')
}

/** Runs an example and checks every line that states its result. */
async function run(example: string): Promise<number> {
  let claims = 0
  const code = example.replace(/^import .*$/gm, '').replace(CLAIM, (_, expression, value) => {
    claims += 1
    return `assert.deepEqual(${expression}, ${value})`
  })
  const names = Object.keys(wire)
  const body = new Function('assert', ...names, `return (async () => {\n${code}\n})()`)
  await body(assert, ...Object.values(wire))
  return claims
}

describe('README', () => {
  it('shows the limits as they are in code', async () => {
    assert.match(readme, BLOCK)
    const current = readme.replace(BLOCK, limitsTable())
    if (process.env.UPDATE_DOCS === '1') await writeFile(README, current)
    else assert.equal(readme, current, 'out of date; run these tests once with UPDATE_DOCS=1')
  })

  it('names everything that is exported', () => {
    const missing = Object.keys(wire).filter((name) => !readme.includes(`\`${name}\``))
    assert.deepEqual(missing, [])
  })

  for (const section of readme.split(/^## /m)) {
    const heading = section.slice(0, section.indexOf('\n'))
    for (const [, example = ''] of section.matchAll(EXAMPLE)) {
      it(`has an example of ${heading} that does what it says`, async () => assert.ok((await run(example)) > 0))
    }
  }
})
