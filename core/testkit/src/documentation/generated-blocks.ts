import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'

/** Markdown by the name of the block it belongs into. */
export type GeneratedBlocks = Readonly<Record<string, string>>

/**
 * Holds the generated parts of a document to the code they come from. A block stands between `<!-- generated:NAME -->` and `<!-- /generated -->`. With the
 * environment variable UPDATE_DOCS=1 the file is rewritten; otherwise an assertion fails for a block that is missing, unknown or out of date.
 */
export async function checkGeneratedBlocks(path: string | URL, blocks: GeneratedBlocks): Promise<void> {
  const before = await readFile(path, 'utf8')
  const after = fillBlocks(before, blocks)
  if (after === before) return
  if (process.env.UPDATE_DOCS === '1') await writeFile(path, after)
  else assert.equal(before, after, `${path} is out of date; run its package's tests once with UPDATE_DOCS=1`)
}

/** The names of the blocks a document has. */
export function generatedBlockNames(document: string): readonly string[] {
  return [...document.matchAll(BLOCK)].map((match) => match[1] as string)
}

const BLOCK = /<!-- generated:([\w-]+) -->\n(?:[\s\S]*?\n)?<!-- \/generated -->/g

function fillBlocks(document: string, blocks: GeneratedBlocks): string {
  const present = new Set(generatedBlockNames(document))
  const missing = Object.keys(blocks).filter((name) => !present.has(name))
  assert.deepEqual(missing, [], 'the document has no such generated blocks')
  return document.replace(BLOCK, (_block, name: string) => {
    const content = blocks[name]
    assert.ok(content !== undefined, `nothing generates the block ${name}`)
    return `<!-- generated:${name} -->\n${content.trim()}\n<!-- /generated -->`
  })
}
