// Creates a Brotli and a gzip sibling of every file in a folder that becomes smaller, so that nothing is compressed
// while it is served: node compress.mjs FOLDER [SUFFIX ...]
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const COMPRESSIBLE = ['.js', '.css', '.svg', '.json', '.txt', '.webmanifest']

const [folder, ...others] = process.argv.slice(2)
const suffixes = new Set([...COMPRESSIBLE, ...others])
const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && suffixes.has(extname(entry.name)))
  .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
for (const file of files) {
  const octets = readFileSync(file)
  keepIfSmaller(`${file}.gz`, octets, gzipSync(octets, { level: 9 }))
  keepIfSmaller(`${file}.br`, octets, brotli(octets))
}

function brotli(octets) {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT, BROTLI_MAX_QUALITY } = constants
  return brotliCompressSync(octets, {
    params: { [BROTLI_PARAM_QUALITY]: BROTLI_MAX_QUALITY, [BROTLI_PARAM_SIZE_HINT]: octets.length },
  })
}

function keepIfSmaller(file, octets, compressed) {
  if (compressed.length < octets.length) writeFileSync(file, compressed)
}
