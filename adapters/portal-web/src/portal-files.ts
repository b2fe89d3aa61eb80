import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname } from 'node:path'

/** One form of a file, as it is sent. */
export interface FileForm {
  /** Its Content-Encoding; undefined for the file as it is. */
  readonly encoding: 'br' | 'gzip' | undefined
  readonly octets: Buffer
  /** A strong entity tag, with its quotation marks. */
  readonly etag: string
}

export interface PortalFile {
  readonly contentType: string
  /** Its name changes with its contents. */
  readonly isHashed: boolean
  /** The smallest first; the last is the file as it is. */
  readonly forms: readonly FileForm[]
}

/** The built pages, held in memory: they are few and small, and only the files listed here can be requested. */
export interface PortalFiles {
  /** By path below the folder, with slashes. */
  readonly byPath: ReadonlyMap<string, PortalFile>
  /**
   * By the path they are shown at, with placeholders for their nonce. The one at `index` is shown at every address that
   * has no page of its own.
   */
  readonly pages: ReadonlyMap<string, string>
}

/** The page for every address without one of its own. */
export const INDEX = 'index'

const PAGE_SUFFIX = '.html'
const SIBLINGS = [
  { encoding: 'br', suffix: '.br' },
  { encoding: 'gzip', suffix: '.gz' },
] as const

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.woff2': 'font/woff2',
}

/** Everything in the folder but what begins with a dot. Undefined when it holds no page: it has not been built. */
export async function readPortalFiles(folder: URL): Promise<PortalFiles | undefined> {
  const paths = await pathsBelow(folder, '')
  if (!paths.includes(INDEX + PAGE_SUFFIX)) return undefined
  const byPath = new Map<string, PortalFile>()
  for (const path of paths) {
    const contentType = CONTENT_TYPES[extname(path)]
    if (contentType === undefined) continue
    const isHashed = path.startsWith('assets/')
    byPath.set(path, { contentType, isHashed, forms: await formsOf(folder, path, paths) })
  }
  const pages = new Map<string, string>()
  for (const path of paths.filter((each) => each.endsWith(PAGE_SUFFIX)))
    pages.set(path.slice(0, -PAGE_SUFFIX.length), await readFile(new URL(path, folder), 'utf8'))
  return { byPath, pages }
}

async function pathsBelow(folder: URL, below: string): Promise<readonly string[]> {
  const entries = await readdir(new URL(below, folder), { withFileTypes: true }).catch(() => [])
  const paths: string[] = []
  for (const entry of entries) {
    if (entry.name.startsWith('.')) continue
    if (entry.isDirectory()) paths.push(...(await pathsBelow(folder, `${below}${entry.name}/`)))
    else if (entry.isFile()) paths.push(`${below}${entry.name}`)
  }
  return paths
}

async function formsOf(folder: URL, path: string, paths: readonly string[]): Promise<readonly FileForm[]> {
  const forms: FileForm[] = []
  for (const { encoding, suffix } of SIBLINGS) {
    if (paths.includes(path + suffix)) forms.push(await readForm(new URL(path + suffix, folder), encoding))
  }
  forms.push(await readForm(new URL(path, folder), undefined))
  return forms
}

async function readForm(file: URL, encoding: FileForm['encoding']): Promise<FileForm> {
  const octets = await readFile(file)
  const digest = createHash('sha256').update(octets).digest('base64url')
  return { encoding, octets, etag: `"${digest}"` }
}
