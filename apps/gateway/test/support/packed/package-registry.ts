import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { run } from './run.ts'

/** A registry that npm can install from. */
export interface PackageRegistry {
  readonly url: string
  close(): Promise<void>
}

interface Packed {
  readonly manifest: { readonly name: string; readonly version: string }
  readonly tarball: Buffer
}

/** Serves the packed packages of a folder like the npm registry. */
export async function startPackageRegistry(folder: string): Promise<PackageRegistry> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.tgz'))
  const packages = new Map<string, Packed>()
  for (const file of files) {
    const { stdout } = await run('tar', ['-xzOf', join(folder, file), 'package/package.json'], {})
    const manifest = JSON.parse(stdout) as Packed['manifest']
    packages.set(manifest.name, { manifest, tarball: await readFile(join(folder, file)) })
  }
  const server = createServer((request, response) => {
    const [, name = '', isTarball] = /^\/([^?]+?)(\/-)?(?:\?.*)?$/.exec(decodeURIComponent(request.url ?? '')) ?? []
    const found = packages.get(name)
    if (found === undefined) response.writeHead(404).end()
    else if (isTarball) response.end(found.tarball)
    else response.end(JSON.stringify(describe(found, `http://${request.headers.host}/${name}/-`)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function describe({ manifest, tarball }: Packed, url: string): object {
  const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`
  return {
    name: manifest.name,
    'dist-tags': { latest: manifest.version },
    versions: { [manifest.version]: { ...manifest, dist: { tarball: url, integrity } } },
  }
}
