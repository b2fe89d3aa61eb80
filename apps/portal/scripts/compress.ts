// Creates a Brotli and a gzip sibling of every built file that becomes smaller, so that nothing is compressed while it
// is served. Pages have none, because their nonce is new each time.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { PORTAL_FILES } from '../src/index.ts'

const COMPRESSIBLE = /\.(js|css|svg|json|txt|webmanifest)$/

const folder = fileURLToPath(PORTAL_FILES)
const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name))
  .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
for (const file of files) {
  const octets = readFileSync(file)
  keepIfSmaller(`${file}.gz`, octets, gzipSync(octets, { level: 9 }))
  keepIfSmaller(`${file}.br`, octets, brotli(octets))
}

function brotli(octets: Buffer): Buffer {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT, BROTLI_MAX_QUALITY } = constants
  return brotliCompressSync(octets, {
    params: { [BROTLI_PARAM_QUALITY]: BROTLI_MAX_QUALITY, [BROTLI_PARAM_SIZE_HINT]: octets.length },
  })
}

function keepIfSmaller(file: string, octets: Buffer, compressed: Buffer): void {
  if (compressed.length < octets.length) writeFileSync(file, compressed)
}
