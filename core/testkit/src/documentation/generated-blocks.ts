import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { replaceGenerated } from '@heliograph/config'

/** Markdown by the name of the block it belongs to. @stability stable */
export type GeneratedBlocks = Readonly<Record<string, string>>

/**
 * Holds the generated parts of a document to the code they come from. A block stands between `<!-- generated:NAME -->` and `<!-- /generated -->`. With the
 * environment variable UPDATE_DOCS=1 the file is rewritten; otherwise an assertion fails for a block that is missing,
 * unknown or out of date.
 * @stability stable
 */
export async function checkGeneratedBlocks(path: string | URL, blocks: GeneratedBlocks): Promise<void> {
  const before = await readFile(path, 'utf8')
  for (const name of generatedBlockNames(before)) {
    const line = before.slice(0, before.indexOf(`<!-- generated:${name} -->`)).split('\n').length
    assert.ok(blocks[name] !== undefined, `${path}:${line}:1 has a block ${name} that nothing generates`)
  }
  let after = before
  for (const [name, content] of Object.entries(blocks)) after = replaceGenerated(after, name, content.trim())
  if (unaligned(after) === unaligned(before)) return
  if (process.env.UPDATE_DOCS === '1') await writeFile(path, after)
  else assert.equal(before, after, `${path}:${firstChange(before, after)}:1 ${OUT_OF_DATE}`)
}

const OUT_OF_DATE = "is out of date; run its package's tests once with UPDATE_DOCS=1"

/** The first line that is another one. */
function firstChange(before: string, after: string): number {
  const lines = unaligned(after).split('\n')
  return (
    unaligned(before)
      .split('\n')
      .findIndex((line, index) => line !== lines[index]) + 1
  )
}

/** Formatters align the columns of tables, which does not change their content. */
function unaligned(document: string): string {
  return document.replace(/^\|.*\|$/gm, (row) => row.replaceAll(/(?<! ) *\| */g, '|').replaceAll(/-{3,}/g, '---'))
}

/** The names of the blocks a document has. */
export function generatedBlockNames(document: string): readonly string[] {
  return [...document.matchAll(/^<!-- generated:([\w-]+) -->$/gm)].map((match) => match[1] as string)
}
