import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ENDPOINTS } from '../src/endpoints.ts'

/** Actions on a thing, the last part of a path; only `POST` does them. */
const ACTIONS = ['pause', 'resume', 'cancel', 'resend', 'start', 'undo', 'add', 'remove', 'erase', 'again', 'delete']

/** How ids of operations begin, by method. `find` and `explain` answer a question of their own, `follow` a stream. */
const WORDS: Readonly<Record<string, RegExp>> = {
  GET: /^(get|list|count|export|search|find|explain|follow)([A-Z]|$)/,
  DELETE: /^(remove|end)[A-Z]/,
}

const lastPart = (path: string) => path.split('/').at(-1) as string

test('a list that goes on takes `cursor`, and answers with `next`', () => {
  for (const { id, query, answer } of ENDPOINTS) {
    const names = Object.keys(query.properties)
    assert.deepEqual(
      names.filter((name) => ['before', 'after', 'next', 'page', 'offset'].includes(name)),
      [],
      id,
    )
    const { properties = {} } = (answer ?? {}) as { readonly properties?: Readonly<Record<string, unknown>> }
    if (names.includes('cursor')) assert.ok('next' in properties && 'limit' in query.properties, id)
  }
})

test('an action is done by POST, and one method is not an action of another', () => {
  const wrong = ENDPOINTS.filter(({ method, path }) => ACTIONS.includes(lastPart(path)) && method !== 'POST')
  assert.deepEqual(
    wrong.map(({ id }) => id),
    [],
  )
})

test('`remove` takes several by their names in the body; one is deleted where it is', () => {
  const removers = ENDPOINTS.filter(({ path }) => lastPart(path) === 'remove')
  for (const { id, body } of removers)
    assert.ok('mobiles' in ((body as { properties?: object } | undefined)?.properties ?? {}), id)
})

test('ids of operations that read or remove begin with the same words', () => {
  const wrong = ENDPOINTS.filter(({ method, id }) => WORDS[method]?.test(id) === false)
  assert.deepEqual(
    wrong.map(({ method, id }) => `${method} ${id}`),
    [],
  )
})
