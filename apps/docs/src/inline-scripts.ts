import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

// regex-bound: our own pages, when the site is built
const INLINE = /<script(?: id="[^"]*")?>([\s\S]*?)<\/script>/g

/**
 * The scripts that VitePress puts into its pages, as files: so the pages work under a Content-Security-Policy that
 * allows none in the page itself.
 */
export class InlineScripts {
  readonly #base: string
  readonly #byPath = new Map<string, string>()

  /** `base` is where the site is, with a slash at its end. */
  constructor(base: string) {
    this.#base = base
  }

  /** A page that loads its scripts from files. */
  moveOut(html: string): string {
    return html.replace(INLINE, (_, script: string) => {
      const digest = createHash('sha256').update(script).digest('hex').slice(0, 8)
      const path = `assets/inline.${digest}.js`
      this.#byPath.set(path, script)
      return `<script src="${this.#base}${path}"></script>`
    })
  }

  /** Writes the files. */
  async write(folder: string): Promise<void> {
    for (const [path, script] of this.#byPath) await writeFile(join(folder, path), script)
  }
}
