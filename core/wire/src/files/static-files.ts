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

/** A file that browsers load. */
export interface StaticFile {
  readonly contentType: string
  /** Its name changes with its contents. */
  readonly isHashed: boolean
  /** The smallest first; the last is the file as it is. */
  readonly forms: readonly FileForm[]
}

const SIBLINGS = [
  { encoding: 'br', suffix: '.br' },
  { encoding: 'gzip', suffix: '.gz' },
] as const

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.woff2': 'font/woff2',
}

/**
 * Reads the files of a folder that a build made, by their paths below it, with slashes. Only these can be requested:
 * a path is looked up here, never on the disk. Files below `assets/` have a hash in their names; a file with a `.br` or
 * `.gz` beside it has that form as well. What begins with a dot, or is of a type that browsers do not load, is left
 * out. Empty when the folder does not exist.
 */
export async function readStaticFiles(folder: URL): Promise<ReadonlyMap<string, StaticFile>> {
  const paths = await pathsBelow(folder, '')
  const files = new Map<string, StaticFile>()
  for (const path of paths) {
    const contentType = CONTENT_TYPES[extname(path)]
    if (contentType === undefined) continue
    files.set(path, { contentType, isHashed: path.startsWith('assets/'), forms: await formsOf(folder, path, paths) })
  }
  return files
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
