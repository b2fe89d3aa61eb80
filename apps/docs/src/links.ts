import { existsSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'
import type { SitePage } from './site.ts'

const REPOSITORY = 'https://github.com/heliograph/heliograph'

/** Where pictures are on the site, by their paths in the repository. */
export const PICTURES = 'pictures'

const PICTURE = /\.(?:png|svg|jpe?g)$/
const FENCE = /^\s*(?:```|~~~)(.*)/
/** Code between backticks, which stays as it is, or the target of a link or picture. */
// regex-bound: our own pages, when the site is built
const TARGET = /(`+[^`]+`+)|(\]\()([^()\s]+)(?=\))/g

/**
 * Replaces the targets of links and pictures in a page; code stays as it is. Throws for a fenced block that begins
 * inside of another one, because the page would show the text between them as code.
 */
export function mapTargets(markdown: string, map: (target: string) => string): string {
  const mapped = (prose: string) =>
    prose.replace(TARGET, (all, code, open, target) => (code === undefined ? `${open}${map(target)}` : all))
  return piecesOf(markdown)
    .map(({ isCode, text }) => (isCode ? text : mapped(text)))
    .join('\n')
}

/** A page as fenced blocks and what is between them; prose is divided further at its empty lines. */
function piecesOf(markdown: string): readonly { readonly isCode: boolean; readonly text: string }[] {
  const pieces: { isCode: boolean; text: string }[] = []
  let isCode = false
  let lines: string[] = []
  const end = (code: boolean) => {
    if (lines.length > 0) pieces.push({ isCode: code, text: lines.join('\n') })
    lines = []
  }
  for (const line of markdown.split('\n')) {
    const [fence, info] = FENCE.exec(line) ?? []
    if (fence !== undefined) {
      if (isCode && info !== '') throw new Error(`a fenced block is not closed before ${fence}`)
      if (!isCode) end(false)
      lines.push(line)
      if (isCode) end(true)
      isCode = !isCode
    } else {
      lines.push(line)
      if (!isCode && line === '') end(false)
    }
  }
  end(isCode)
  return pieces
}

/** What the links of the site's pages lead to. */
export interface SiteLinks {
  /** The target on the site for one in a page of the repository; a file that is no page is shown by the repository. */
  resolve(source: string, target: string): string
  /** Links to files that do not exist. */
  readonly dead: readonly string[]
  /** Pictures that pages show, by their paths in the repository. */
  readonly pictures: ReadonlySet<string>
}

/** The links between these pages of the repository whose folder is `root`. */
export function createSiteLinks(pages: readonly SitePage[], root: string): SiteLinks {
  const bySource = new Map(pages.flatMap(({ source, path }) => (source === undefined ? [] : [[source, path] as const])))
  const dead: string[] = []
  const pictures = new Set<string>()
  return {
    dead,
    pictures,
    resolve(source, target) {
      if (/^(?:[a-z][a-z0-9+.-]*:|#)/i.test(target)) return target
      const [file = '', anchor] = target.split('#')
      const path = posix.join(posix.dirname(source), file).replace(/\/$/, '')
      if (!existsSync(join(root, path))) {
        dead.push(`${source}: ${target}`)
        return target
      }
      if (PICTURE.test(path)) {
        pictures.add(path)
        return `/${PICTURES}/${path}`
      }
      const hash = anchor === undefined ? '' : `#${anchor}`
      const page = bySource.get(path) ?? bySource.get(posix.join(path, 'README.md'))
      if (page !== undefined) return `/${page}.md${hash}`
      const kind = statSync(join(root, path)).isDirectory() ? 'tree' : 'blob'
      return `${REPOSITORY}/${kind}/main/${path}${hash}`
    },
  }
}
