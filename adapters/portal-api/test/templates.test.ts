import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { shareEngine } from './support/engine-kit.ts'

const { withCallers } = shareEngine()

describe('templates', () => {
  test('are kept, changed and removed, by name and by client', async () => {
    await withCallers(async (caller) => {
      const added = await caller.ask('user', 'POST', '/templates', { name: 'Sale', text: 'All must go' })
      assert.equal(added.status, 200)
      const path = `/templates/${added.json.templateId}`
      assert.equal(
        (await caller.ask('user', 'POST', '/templates', { name: 'sale', text: 'x' })).json.code,
        'template-taken',
      )
      assert.equal((await caller.ask('user', 'POST', '/templates', { name: ' ', text: 'x' })).json.code, 'bad-template')
      assert.equal((await caller.ask('user', 'PUT', path, { name: 'Sale', text: 'Gone' })).json.text, 'Gone')
      assert.equal((await caller.ask('stranger', 'DELETE', path)).status, 404)
      assert.deepEqual((await caller.ask('user', 'GET', '/templates')).json.records, [{ ...added.json, text: 'Gone' }])
      assert.equal((await caller.ask('user', 'DELETE', path)).status, 204)
    })
  })

  test('are filled in with the values of their variables, and refused with the names of those that are wrong', async () => {
    await withCallers(async ({ ask }) => {
      const variables = [
        { name: 'amount', type: 'number', fallback: null, choices: [] },
        { name: 'due', type: 'date', fallback: 'soon', choices: [] },
      ]
      const draft = { name: 'Due', text: '{first_name|you}: {amount} by {due}', variables }
      const { status, json } = await ask('user', 'POST', '/templates', draft)
      assert.deepEqual([status, json.variables], [200, variables])
      const path = `/templates/${json.templateId}/fill`
      const fill = (values: object, more: object = {}) => ask('user', 'POST', path, { values, ...more })
      assert.equal((await fill({ amount: '12' })).json.text, '{first_name|you}: 12 by soon')
      const dated = await fill({ amount: '{1}', due: '2026-12-01' })
      assert.deepEqual(
        [dated.status, dated.json.code, Object.keys(dated.json.details)],
        [400, 'bad-values', ['amount']],
      )
      const french = await fill({ amount: '12', due: '2026-12-01' }, { locale: 'fr' })
      assert.equal(french.json.text, '{first_name|you}: 12 by 1 décembre 2026')
      const arabic = await fill({ amount: '12', due: '2026-12-01' }, { locale: 'ar-EG-u-ca-gregory-nu-latn' })
      assert.equal(arabic.json.text, '{first_name|you}: 12 by 1 ديسمبر 2026')
      assert.equal((await ask('stranger', 'POST', path, { values: {} })).json.code, 'template-not-found')
    })
  })

  test('take every locale that a browser may have, and refuse what is none', async () => {
    await withCallers(async ({ ask }) => {
      const variables = [{ name: 'due', type: 'date', fallback: null, choices: [] }]
      const { json } = await ask('user', 'POST', '/templates', { name: 'Due', text: '{due}', variables })
      const statusOf = async (locale: string) => {
        const body = { values: { due: '2026-12-01' }, locale }
        return (await ask('user', 'POST', `/templates/${json.templateId}/fill`, body)).status
      }
      for (const locale of LOCALES) assert.equal(await statusOf(locale), 200, locale)
      for (const locale of NO_LOCALES) assert.equal(await statusOf(locale), 400, locale)
    })
  })
})

const LOCALES = [
  'en',
  'de-CH',
  'es-419',
  'zh-Hans-CN',
  'sr-Latn',
  'sl-rozaj',
  'ca-ES-valencia',
  'de-1996',
  'en-GB-u-hc-h23',
  'ar-EG-u-ca-gregory-nu-latn',
  'en-u-attr-co',
]
const NO_LOCALES = ['', 'x', 'en_GB', 'en-aaaa-bbbb', 'en-GB-GB', 'en-u', 'en-u-11', 'de-1996-1996', 'en-GB\n']
