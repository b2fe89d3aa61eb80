/** A fenced block of a page. */
export interface PageBlock {
  readonly language: string
  /** From a comment before it, such as `<!-- executed: dump -->`; empty without one. */
  readonly name: string
  readonly text: string
}

const BLOCK = /^(?:<!-- (?:executed|try): (\w+) -->\n)?```(\w+)\n(.*?)^```$/gms

/** All blocks of a page that say which language they are in, in their order. */
export function blocksOf(markdown: string): readonly PageBlock[] {
  return [...markdown.matchAll(BLOCK)].map(([, name = '', language = '', text = '']) => ({ language, name, text }))
}

/** Finds a block by its name. Throws where there is none, so that a page and its test stay together. */
export function findBlock(markdown: string, name: string): string {
  const found = blocksOf(markdown).find((block) => block.name === name)
  if (found === undefined) throw new Error(`the page has no block ${name}`)
  return found.text
}
