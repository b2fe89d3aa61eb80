import { readFile } from 'node:fs/promises'

/** The code that the README has in a language, without the indentation of its list. */
export async function codeBlock(language: string): Promise<string> {
  const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8')
  const [, indentation = '', block] = new RegExp(`^( *)\`\`\`${language}\\n(.*?)^ *\`\`\``, 'ms').exec(readme) ?? []
  if (block === undefined) throw new Error(`README.md has no block of ${language}`)
  return block.replaceAll(new RegExp(`^${indentation}`, 'gm'), '')
}
