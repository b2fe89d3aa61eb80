import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'

const PAGES = join(import.meta.dirname, '../src/pages')

/** What a file asks the API for: calls of its client, and queries. */
function asksIn(text: string): readonly string[] {
  return text.match(/\bapi\s*\.(?:GET|POST|PUT|PATCH|DELETE)\(|\bqueries\.use\w+\(|\buse(?:Infinite)?Query\(/g) ?? []
}

describe('what an area asks the API for is in its queries', () => {
  for (const { code, asks } of [
    { code: "api.GET('/users')", asks: 1 },
    { code: "api\n  .POST('/users')", asks: 1 },
    { code: "queries.useQuery('get', '/users')", asks: 1 },
    { code: 'useInfiniteQuery({ queryKey })', asks: 1 },
    { code: 'const query = useUsers()', asks: 0 },
    { code: 'useMutation({ mutationFn: removeUser })', asks: 0 },
  ])
    test(`${code}: ${asks === 0 ? 'fine' : 'found'}`, () => assert.equal(asksIn(code).length, asks))

  test('no page asks by itself', () => {
    const files = readdirSync(PAGES, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file))
    const others = files.filter((file) => !/(?:^|[/-])queries\.ts$/.test(file))
    const asking = others.filter((file) => asksIn(readFileSync(join(PAGES, file), 'utf8')).length > 0)
    assert.deepEqual(asking, [])
  })
})
