import { readStaticFiles, type StaticFile } from '@heliograph/wire'

/** The built pages, held in memory: they are few and small, and only the files listed here can be requested. */
export interface PortalFiles {
  /** By path below the folder, with slashes. */
  readonly byPath: ReadonlyMap<string, StaticFile>
  /**
   * By the path they are shown at, with placeholders for their nonce. The one at `index` is shown at every address that
   * has no page of its own.
   */
  readonly pages: ReadonlyMap<string, string>
}

/** The page for every address without one of its own. */
export const INDEX = 'index'

const PAGE_SUFFIX = '.html'

/** Everything in the folder but what begins with a dot. Undefined when it holds no page: it has not been built. */
export async function readPortalFiles(folder: URL): Promise<PortalFiles | undefined> {
  const byPath = new Map(await readStaticFiles(folder))
  const pages = new Map<string, string>()
  for (const [path, { forms }] of byPath) {
    if (!path.endsWith(PAGE_SUFFIX)) continue
    byPath.delete(path)
    pages.set(path.slice(0, -PAGE_SUFFIX.length), String(forms.at(-1)?.octets))
  }
  return pages.has(INDEX) ? { byPath, pages } : undefined
}
