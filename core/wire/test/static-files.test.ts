import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { fileResponse, readStaticFiles, type StaticFile } from '../src/index.ts'

const FILES: Readonly<Record<string, string>> = {
  'index.html': '<p>page</p>',
  'assets/app-aaaa.js': 'let a = 1',
  'assets/app-aaaa.js.br': 'brotli',
  'assets/app-aaaa.js.gz': 'gzip',
  '.hidden/secret.js': 'no',
  'notes.md': 'no',
}

describe('files of a build', () => {
  let place: string
  let files: ReadonlyMap<string, StaticFile>
  before(async () => {
    place = await mkdtemp(join(tmpdir(), 'heliograph-files-'))
    for (const [path, text] of Object.entries(FILES)) {
      await mkdir(join(place, path, '..'), { recursive: true })
      await writeFile(join(place, path), text)
    }
    files = await readStaticFiles(pathToFileURL(`${place}/`))
  })
  after(() => rm(place, { recursive: true, force: true }))

  const ask = (path: string, headers: Readonly<Record<string, string>>) =>
    fileResponse(files.get(path) as StaticFile, headers, { 'x-own': 'yes' })

  test('only what browsers load is there', () => {
    assert.deepEqual([...files.keys()].toSorted(), ['assets/app-aaaa.js', 'index.html'])
  })

  test('a folder that does not exist has none', async () => {
    assert.equal((await readStaticFiles(pathToFileURL(`${place}/none/`))).size, 0)
  })

  for (const [accepted, encoding, body] of [
    ['br, gzip', 'br', 'brotli'],
    ['gzip', 'gzip', 'gzip'],
    ['br;q=0, gzip;q=0', undefined, 'let a = 1'],
    ['*', 'br', 'brotli'],
  ] as const)
    test(`who accepts ${accepted} gets the form ${encoding ?? 'as it is'}`, () => {
      const { status, headers = {}, body: octets } = ask('assets/app-aaaa.js', { 'accept-encoding': accepted })
      assert.deepEqual([status, headers['content-encoding'], String(octets)], [200, encoding, body])
      assert.deepEqual([headers.vary, headers['x-own']], ['accept-encoding', 'yes'])
      assert.match(String(headers['cache-control']), /immutable/)
    })

  test('who has the form already is answered 304', () => {
    const etag = String(ask('index.html', {}).headers?.etag)
    const { status, headers = {}, body } = ask('index.html', { 'if-none-match': `"x", ${etag}` })
    assert.deepEqual([status, headers.etag, headers['cache-control'], body], [304, etag, 'no-cache', undefined])
    assert.equal(ask('index.html', { 'if-none-match': '"x"' }).status, 200)
  })
})
