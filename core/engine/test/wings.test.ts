import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'

const SOURCE = fileURLToPath(new URL('../src/', import.meta.url))
const README = new URL('../README.md', import.meta.url)

/** Lines of a file. */
const MOST_LINES = 350

/** The wings as the README lists them, from the top. */
function listedWings(): readonly string[] {
  const [, block = ''] = /<!-- wings, from the top -->\n```\n(.*?)```/s.exec(readFileSync(README, 'utf8')) ?? []
  return block
    .trim()
    .split('\n')
    .map((line) => line.split(' ')[0] as string)
}

/** Imports of each wing from others, with the files that have them. */
function importsBetweenWings(): readonly (readonly [from: string, to: string, file: string])[] {
  const wings = listedWings()
  return wings.flatMap((wing) =>
    readdirSync(join(SOURCE, wing), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .flatMap((file) => {
        const text = readFileSync(join(SOURCE, wing, file), 'utf8')
        return [...text.matchAll(/(?:from|import)\s*\(?'(?:\.\.\/)+([a-z-]+)\//g)]
          .map(([, to]) => to as string)
          .filter((to) => to !== wing && wings.includes(to))
          .map((to) => [wing, to, `${wing}/${file}`] as const)
      }),
  )
}

describe('the wings of the engine', () => {
  it('are the folders of src', () => {
    const folders = readdirSync(SOURCE, { withFileTypes: true }).filter((entry) => entry.isDirectory())
    assert.deepEqual([...listedWings()].sort(), folders.map((entry) => entry.name).sort())
  })

  it('and their folders are named in the README as they are', () => {
    const named = [...readFileSync(README, 'utf8').matchAll(/`([a-z-]+(?:\/[a-z-]+)*)\/`/g)].map(
      ([, folder]) => folder as string,
    )
    assert.deepEqual(
      named.filter((folder) => !existsSync(join(SOURCE, folder))),
      [],
    )
  })

  it('have one factory each, and one way to reach it', () => {
    const engine = readFileSync(join(SOURCE, 'engine.ts'), 'utf8')
    for (const wing of listedWings()) {
      const [, factory] = /^export function (create\w+Wing)\(/m.exec(
        readFileSync(join(SOURCE, wing, `${wing}-wing.ts`), 'utf8'),
      ) ?? [undefined, `no factory in ${wing}`]
      assert.equal(engine.split(`${factory}(`).length, 2, factory)
    }
  })

  it('have no file that takes long to read', () => {
    const lines = (file: string) => readFileSync(join(SOURCE, file), 'utf8').split('\n').length - 1
    const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
    assert.deepEqual(
      files.filter((file) => lines(file) > MOST_LINES),
      [],
    )
  })

  it('use only wings below them in the README', () => {
    const wings = listedWings()
    const imports = importsBetweenWings()
    assert.ok(imports.length > 300, 'the imports were found')
    assert.deepEqual(
      imports
        .filter(([from, to]) => wings.indexOf(to) < wings.indexOf(from))
        .map(([, to, file]) => `${file} uses ${to}`),
      [],
    )
  })
})
