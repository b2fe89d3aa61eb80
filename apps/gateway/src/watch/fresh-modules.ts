import { realpathSync } from 'node:fs'
import { register } from 'node:module'
import { sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Lets packages be imported again after a change of their code. Node keeps every module that it has loaded, so each
 * change costs the memory of the package's own modules.
 */
export class FreshModules {
  /** How often each package has changed, by its folder with a trailing separator. */
  readonly #versions: Map<string, number>

  constructor(folders: readonly string[]) {
    this.#versions = new Map(folders.map((folder) => [realpathSync(folder) + sep, 0]))
    register('../../bin/version-hooks.mjs', import.meta.url)
  }

  /** The package in this folder has changed: from now on it is imported again. */
  renew(folder: string): void {
    const key = realpathSync(folder) + sep
    this.#versions.set(key, (this.#versions.get(key) ?? 0) + 1)
  }

  /** What to import for a module of a package, or any other. */
  urlOf(url: URL): string {
    if (url.protocol !== 'file:') return url.href
    const file = realpathSync(fileURLToPath(url))
    const [version = 0] = [...this.#versions].flatMap(([folder, count]) => (file.startsWith(folder) ? [count] : []))
    return version === 0 ? url.href : `${url.href}?heliograph=${version}`
  }
}
