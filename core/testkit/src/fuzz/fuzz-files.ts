import assert from 'node:assert/strict'
import fc from 'fast-check'
import type { AdapterWorld, AnyAdapterModule } from '../conformance/adapter-kit.ts'
import type { TestRequest } from '../conformance/test-request.ts'
import { type FuzzAnswer, fuzzAdapter } from './fuzz-adapter.ts'
import { spoiledRequests } from './spoiled-requests.ts'

/** An adapter that serves the files of a folder to browsers. @stability experimental */
export interface FilesFuzz {
  /** Its base is a GET of the first page, at the address below which all files are. */
  readonly world: AdapterWorld
  /** The path of a file that changes its name with its contents. */
  readonly file: string
  /** Names of folders and files to try. */
  readonly names?: readonly string[] | undefined
  readonly seed: number
  /** Whether a page or file, answered with 200, may be sent as it is. Default: any may. */
  isServed?(text: string): boolean
}

/** Parts of paths that lead out of a folder, end it early or mean something to a program. */
const ODD_SEGMENTS = ['..', '.', '%2e%2e', '..%2f..', '%00', '%', '%zz', '%5c..', '', '~', '__proto__']

/** Answers that are no fault: a file, a redirect, one that the browser has, a broken path, none, another method. */
const STATUSES = [200, 302, 304, 400, 404, 405]

/**
 * Registers tests that send an adapter that serves files requests that no browser should send, over each transport:
 * paths of anything, any conditions for a file, and changes to what servers handle. Each must be answered with a file
 * of the folder, with the headers that keep other sites from using it, or with an error.
 * @stability experimental
 */
export function fuzzFiles(module: AnyAdapterModule, { world, file, names = [], seed, isServed }: FilesFuzz): void {
  const folder = world.base?.path ?? '/'
  const words = fc.string({ maxLength: 60 })
  const segment = fc.oneof(
    fc.string({ maxLength: 20 }).map((text) => encodeURIComponent(text.replace(/[\ud800-\udfff]/g, ''))),
    fc.constantFrom(...ODD_SEGMENTS, ...names),
  )
  const paths = fc
    .array(segment, { maxLength: 6 })
    .map((segments): TestRequest => ({ path: `${folder}${segments.join('/')}` }))
  const conditions = fc.tuple(words, words).map(
    ([encoding, etag]): TestRequest => ({
      path: file,
      headers: { 'accept-encoding': encoding, 'if-none-match': etag },
    }),
  )
  fuzzAdapter(module, {
    world,
    seed,
    kinds: [
      { name: 'paths of anything', share: 0.6, requests: paths },
      { name: 'a file with any conditions', share: 0.2, requests: conditions },
      { name: 'a good request spoiled for servers', share: 0.2, requests: spoiledRequests([{ path: file }, {}]) },
    ],
    check: (answer) => assertServed(answer, isServed),
  })
}

function assertServed({ response }: FuzzAnswer, isServed: FilesFuzz['isServed']): void {
  const { headers, status, text } = response
  const seen = `${status} ${text.slice(0, 500)}`
  assert.ok(STATUSES.includes(status), seen)
  if (status !== 200) return
  assert.equal(headers['x-content-type-options'], 'nosniff', seen)
  assert.match(headers['content-security-policy'] ?? '', /frame-ancestors 'none'/, seen)
  assert.ok(isServed?.(text) ?? true, seen)
}
