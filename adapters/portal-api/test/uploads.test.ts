import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ContactGroups, Contacts } from '@heliograph/contracts'
import { guessPlan } from '../src/endpoints/uploads/guess-plan.ts'
import { awaitUpload } from './support/await-upload.ts'
import { type EngineCaller, shareEngine } from './support/engine-kit.ts'

const { withCallers } = shareEngine()

const FILE = 'Nom;Numéro;Solde\nZoë;0821110001;10\n"Thandi; the\nfirst";+27821110002;20\nBad;12;1\n'

/** Sends a piece of a file as it is. */
async function put({ kit }: EngineCaller, uploadId: number, from: number, octets: Uint8Array) {
  const answer = await kit.request({
    method: 'PUT',
    path: `/portal/api/1/uploads/${uploadId}/file`,
    query: `from=${from}`,
    headers: { 'x-api-key': kit.account.apiKey, 'content-type': 'text/csv' },
    body: Buffer.from(octets),
  })
  return { status: answer.status, json: JSON.parse(answer.body.toString()) }
}

/** Sends a file in pieces of some octets, as a browser would. */
async function upload(caller: EngineCaller, text: string, pieceOctets: number) {
  const file = Buffer.from(text)
  const { json } = await caller.ask('user', 'POST', '/uploads', { name: 'list.csv', octets: file.length })
  let last = json
  while (last.state === 'receiving') {
    const answer = await put(
      caller,
      json.uploadId,
      last.received,
      file.subarray(last.received, last.received + pieceOctets),
    )
    assert.equal(answer.status, 200, JSON.stringify(answer.json))
    assert.ok(answer.json.received > last.received)
    last = answer.json
  }
  return last
}

describe('uploads', () => {
  for (const pieceOctets of [45, 60, 1_000_000])
    test(`a file comes in pieces of ${pieceOctets} octets, is planned, mended and sent`, async () => {
      await withCallers(async (caller) => {
        const { uploadId, rows } = await upload(caller, FILE, pieceOctets)
        assert.equal(rows, 4)
        const columns = (await caller.ask('user', 'GET', `/uploads/${uploadId}/columns`)).json
        // A sample is of the first piece alone.
        const [header, , second] = columns.rows
        assert.deepEqual(header, ['Nom', 'Numéro', 'Solde'])
        if (pieceOctets > FILE.length) assert.deepEqual(second, ['Thandi; the\nfirst', '+27821110002', '20'])
        assert.deepEqual(columns.guess, { hasHeader: true, numberColumn: 1, nameColumn: null, textColumn: null })
        const plan = { hasHeader: true, numberColumn: 1, text: '{nom}, you have {3}' }
        const planned = await caller.ask('user', 'PUT', `/uploads/${uploadId}/plan`, plan)
        assert.deepEqual([planned.status, planned.json.plan], [200, plan])
        const ready = await awaitUpload(caller, uploadId, 'ready')
        assert.deepEqual([ready.state, ready.messages, ready.problems], ['ready', 2, { 'bad-number': 1 }])
        const shown = (await caller.ask('user', 'GET', `/uploads/${uploadId}/rows?limit=2`)).json
        assert.deepEqual(
          [shown.records[0].text, shown.records[0].to, shown.next],
          ['Zoë, you have 10', '27821110001', 3],
        )
        const left = (await caller.ask('user', 'GET', `/uploads/${uploadId}/rows?problem=any`)).json
        assert.deepEqual([left.records[0].row, left.records[0].problem, left.next], [4, 'bad-number', null])
        const mended = await caller.ask('user', 'PATCH', `/uploads/${uploadId}/rows/4`, {
          cells: ['Good', '0821110003', '1'],
        })
        assert.deepEqual([mended.status, mended.json.problem], [200, null])
        const started = await caller.ask('user', 'POST', `/uploads/${uploadId}/start`, {})
        assert.equal(started.json.state, 'sending')
        assert.equal((await awaitUpload(caller, uploadId, { submitted: 3 })).accepted, 3)
        const states = (await caller.ask('user', 'GET', `/uploads/${uploadId}/states`)).json
        assert.deepEqual(states.records, [{ state: 'queued', messages: 3 }])
        const texts = (await caller.kit.messages()).map(({ text }) => text)
        assert.ok(texts.includes('Good, you have 1'), texts.join())
      })
    })

  test('a piece that was sent already, or leaves a gap, or goes beyond the end', async () => {
    await withCallers(async (caller) => {
      const file = Buffer.from(FILE)
      const { uploadId } = (await caller.ask('user', 'POST', '/uploads', { name: 'x', octets: file.length })).json
      const first = await put(caller, uploadId, 0, file.subarray(0, 50))
      const again = await put(caller, uploadId, 0, file.subarray(0, 50))
      assert.deepEqual([again.json.received, again.json.rows], [first.json.received, first.json.rows])
      assert.equal((await put(caller, uploadId, 60, file.subarray(60))).json.code, 'piece-missing')
      assert.equal((await put(caller, uploadId, first.json.received, file)).json.code, 'bad-piece')
      assert.equal((await put(caller, uploadId, first.json.received, Buffer.alloc(0))).json.code, 'bad-piece')
    })
  })

  test('what cannot be read is refused with a reason', async () => {
    await withCallers(async (caller) => {
      const start = async (octets: number) =>
        (await caller.ask('user', 'POST', '/uploads', { name: 'x', octets })).json.uploadId
      const utf16 = Buffer.from('\ufeffa,b\n', 'utf16le')
      assert.equal((await put(caller, await start(utf16.length), 0, utf16)).json.code, 'unknown-encoding')
      const line = Buffer.alloc(200_000, 'x')
      assert.equal((await put(caller, await start(300_000), 0, line)).json.code, 'line-too-long')
      for (const draft of [{ name: '', octets: 1 }, { name: 'x', octets: 70_000_000 }, { name: 'x' }])
        assert.equal((await caller.ask('user', 'POST', '/uploads', draft)).status, 400)
      const { uploadId } = await upload(caller, FILE, 1_000)
      const plan = { hasHeader: true, numberColumn: 1, text: 'Dear {nobody}' }
      const refused = await caller.ask('user', 'PUT', `/uploads/${uploadId}/plan`, plan)
      assert.deepEqual([refused.json.code, Object.keys(refused.json.details)], ['bad-plan', ['text']])
      for (const path of ['', '/columns', '/rows', '/states'])
        assert.equal((await caller.ask('stranger', 'GET', `/uploads/${uploadId}${path}`)).status, 404)
    })
  })

  test('are listed newest first, and can be paused, resumed and cancelled', async () => {
    await withCallers(async (caller) => {
      const { uploadId } = await upload(caller, FILE, 1_000)
      assert.equal((await caller.ask('user', 'POST', `/uploads/${uploadId}/pause`)).json.code, 'upload-state')
      assert.equal((await caller.ask('user', 'POST', `/uploads/${uploadId}/resume`)).json.code, 'upload-state')
      assert.equal((await caller.ask('user', 'POST', `/uploads/${uploadId}/cancel`)).json.state, 'cancelled')
      const second = await upload(caller, FILE, 1_000)
      const { json } = await caller.ask('user', 'GET', '/uploads?limit=1')
      assert.deepEqual([json.records[0].uploadId, json.next], [second.uploadId, second.uploadId])
      assert.deepEqual((await caller.ask('stranger', 'GET', '/uploads')).json.records, [])
    })
  })
})

describe('sending to groups', () => {
  test('more than 10,000 are previewed as an upload, which has each member of the groups', async () => {
    await withCallers(async (caller) => {
      const mobiles = Array.from({ length: 10_001 }, (_, n) => `2782${String(n).padStart(7, '0')}`)
      const { kit } = caller
      const { principal } = kit.account
      const { groupId } = await kit.service(ContactGroups).add(principal, 'Staff')
      for (let from = 0; from < mobiles.length; from += 500) {
        const drafts = mobiles.slice(from, from + 500).map((mobile) => ({ mobile, groups: ['Staff'] }))
        await kit.service(Contacts).save(principal, drafts)
      }
      const body = { text: 'hello', recipients: [`+${mobiles[0]}`], groupIds: [groupId] }
      const preview = (await caller.ask('user', 'POST', '/send/preview', body)).json
      assert.deepEqual([preview.isUpload, preview.recipients], [true, 10_000])
      assert.equal((await caller.ask('user', 'POST', '/send', body)).json.code, 'too-many-recipients')
      const created = await caller.ask('user', 'POST', '/uploads/groups', { ...body, name: 'Staff' })
      assert.equal(created.status, 200, created.text)
      const upload = await awaitUpload(caller, created.json.uploadId, 'ready')
      assert.deepEqual(
        [upload.name, upload.state, upload.messages, upload.problems],
        ['Staff', 'ready', 10_001, { duplicate: 1 }],
      )
      assert.equal((await caller.ask('stranger', 'POST', '/uploads/groups', { ...body, name: 'x' })).status, 404)
    })
  })

  test('an unknown placeholder stops the text, with the names that there are', async () => {
    await withCallers(async (caller) => {
      const { principal } = caller.kit.account
      await caller.kit.service(Contacts).save(principal, [{ mobile: '27821110001', fields: { town: 'Durban' } }])
      const body = { text: 'Hallo {Vorname}', recipients: ['0821110001'] }
      const known = '{first_name}, {last_name}, {name}, {number}, {email}, {town}'
      const names = (await caller.ask('user', 'GET', '/contacts/fields')).json.names
      assert.equal(names.map((name: string) => `{${name}}`).join(', '), known)
      for (const [path, more] of [
        ['/send', {}],
        ['/uploads/groups', { name: 'x' }],
      ] as const) {
        const { status, json } = await caller.ask('user', 'POST', path, { ...body, ...more })
        assert.deepEqual([status, json.code], [400, 'unknown-placeholder'])
        assert.equal(json.details.text, `there is no {Vorname}. There are ${known}; write {{ and }} for braces`)
      }
      assert.deepEqual((await caller.ask('user', 'POST', '/send/preview', body)).json.unknown, ['{Vorname}'])
      assert.deepEqual(await caller.kit.messages(), [])
    })
  })
})

const GUESSES: readonly (readonly [name: string, rows: readonly (readonly string[])[], guess: readonly unknown[]])[] = [
  ['English names', [['Name', 'Mobile', 'Message']], [true, 1, 0, 2]],
  ['French names', [['Prénom', 'Téléphone', 'Texte']], [true, 1, 0, 2]],
  ['numbers alone', [['0821110001'], ['0821110002']], [false, 0, null, null]],
  [
    'numbers in the second column',
    [
      ['Ann', '0821110001'],
      ['Ben', '0821110002'],
    ],
    [false, 1, 0, null],
  ],
  [
    'unknown names',
    [
      ['who', 'where', 'sms'],
      ['Ann', '0821110001', 'x'],
      ['Ben', '0821110002', 'x'],
    ],
    [true, 1, 0, 2],
  ],
  [
    'a header and one row',
    [
      ['who', 'where'],
      ['Ann', '+27 82 111 0001'],
    ],
    [true, 1, 0, null],
  ],
  [
    'no numbers',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
    [false, null, null, null],
  ],
  ['nothing', [], [false, null, null, null]],
  [
    'a column named Number that counts the rows',
    [
      ['Number', 'Phone'],
      ['1', '0821110001'],
      ['2', '0821110002'],
    ],
    [true, 1, null, null],
  ],
]

describe('the meaning of columns', () => {
  for (const [name, rows, expected] of GUESSES)
    test(name, () => {
      const { hasHeader, numberColumn, nameColumn, textColumn } = guessPlan(rows)
      assert.deepEqual([hasHeader, numberColumn, nameColumn, textColumn], expected)
    })
})
