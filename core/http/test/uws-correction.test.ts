import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { correctUws } from '../src/server/uws/uws-correction.ts'

const folder = join(dirname(createRequire(import.meta.url).resolve('uWebSockets.js')), '..', 'binaries')
const names = readdirSync(folder).filter((name) => name.startsWith('uws_linux_x64_'))

describe('the correction of the native server', () => {
  it('has binaries to correct', () => assert.ok(names.length > 0))

  for (const name of names) {
    it(`changes one place of ${name}, once`, () => {
      const binary = readFileSync(join(folder, name))
      const corrected = correctUws(binary)
      assert.ok(corrected)
      assert.equal(corrected.length, binary.length)
      const changed = [...corrected.keys()].filter((index) => corrected[index] !== binary[index])
      assert.ok((changed.at(-1) ?? 0) - (changed[0] ?? 0) < 80)
      assert.equal(correctUws(corrected), undefined)
    })
  }

  it('leaves a binary alone that it does not know, or that has the place twice', () => {
    const binary = readFileSync(join(folder, String(names[0])))
    assert.equal(correctUws(Buffer.concat([binary, binary])), undefined)
    assert.equal(correctUws(binary.subarray(0, 100_000)), undefined)
    assert.equal(correctUws(Buffer.alloc(0)), undefined)
  })
})
