import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename } from 'node:path'
import { promisify } from 'node:util'

/** A package registry on this machine, which npm installs from. */
export interface PackageRegistry {
  /** With a trailing slash; another one each time, so that npm takes nothing from an earlier one out of its cache. */
  readonly url: string
  close(): Promise<void>
}

interface Published {
  readonly manifest: { readonly name: string; readonly version: string }
  readonly tarball: Buffer
  readonly file: string
}

const run = promisify(execFile)

/** Opens a registry that has these packages and no others, each in one version. */
export async function openPackageRegistry(tarballs: Iterable<string>): Promise<PackageRegistry> {
  const published = await Promise.all([...tarballs].map(publish))
  const base = `/${randomUUID()}/`
  const server = createServer((request, response) => {
    const asked = decodeURIComponent(request.url ?? '').slice(base.length)
    const file = published.find((each) => asked === `-/${each.file}`)
    const named = published.find(({ manifest }) => asked === manifest.name)
    if (file !== undefined) answer(response, 200, file.tarball)
    else if (named !== undefined) answer(response, 200, JSON.stringify(describe(named, url)))
    else answer(response, 404, '{}')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${base}`
  return {
    url,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

async function publish(path: string): Promise<Published> {
  const { stdout } = await run('tar', ['-xzOf', path, 'package/package.json'])
  return { manifest: JSON.parse(stdout), tarball: await readFile(path), file: basename(path) }
}

/** What npm reads of a package before it takes it. */
function describe({ manifest, tarball, file }: Published, url: string): object {
  const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`
  const version = { ...manifest, dist: { tarball: `${url}-/${file}`, integrity } }
  return {
    name: manifest.name,
    'dist-tags': { latest: manifest.version },
    versions: { [manifest.version]: version },
  }
}

/** Nothing of it stays in npm's cache. */
function answer(response: ServerResponse, status: number, body: string | Buffer): void {
  const type = typeof body === 'string' ? 'application/json' : 'application/octet-stream'
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body)
}
