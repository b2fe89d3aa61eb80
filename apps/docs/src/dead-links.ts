import { readdir, readFile } from 'node:fs/promises'
import { join, posix, relative, sep } from 'node:path'

const ID = /\sid="([^"]+)"/g
// regex-bound: our own pages, when the site is built
const HREF = /<a\s[^>]*?href="([^"]+)"/g

/** Links of built pages to pages or places that are not there, as `page: link`. */
export async function findDeadLinks(folder: string, base: string): Promise<readonly string[]> {
  const pages = await readSite(folder)
  const ids = new Map([...pages].map(([path, html]) => [path, new Set(matchesOf(ID, html))]))
  return [...pages].flatMap(([path, html]) =>
    matchesOf(HREF, html)
      .filter((href) => isDead(path, href, base, ids))
      .map((href) => `${path}: ${href}`),
  )
}

function isDead(page: string, href: string, base: string, ids: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  if (/^[a-z][a-z0-9+.-]*:/i.test(href)) return false
  const [path = '', anchor] = href.split('#').map(decodeURIComponent)
  const target = path === '' ? page : targetOf(page, path, base)
  const known = ids.get(target)
  if (known === undefined) return !/\.\w+$/.test(target) || target.endsWith('.html')
  return anchor !== undefined && anchor !== '' && !known.has(anchor)
}

function targetOf(page: string, path: string, base: string): string {
  const full = path.startsWith(base) ? path.slice(base.length) : posix.join(posix.dirname(page), path)
  return full === '' || full.endsWith('/') ? `${full}index.html` : full
}

async function readSite(folder: string): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.html'))
  const read = async (file: string) =>
    [relative(folder, file).split(sep).join('/'), await readFile(file, 'utf8')] as const
  return new Map(await Promise.all(files.map((entry) => read(join(entry.parentPath, entry.name)))))
}

function matchesOf(pattern: RegExp, html: string): readonly string[] {
  return [...html.matchAll(pattern)].map(([, found = '']) => found.replaceAll('&amp;', '&'))
}
