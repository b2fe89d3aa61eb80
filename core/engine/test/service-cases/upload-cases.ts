import assert from 'node:assert/strict'
import {
  ContactGroups,
  Contacts,
  Reports,
  Schedules,
  Subscriptions,
  type UploadRecord,
  Uploads,
} from '@heliograph/contracts'
import { inHours, TO, TO_THREE, TO_TOO } from '../../../testkit/src/services/requests.ts'
import { eventually, NETWORK_PREFIX, type ServiceCase } from '../../../testkit/src/services/service-world.ts'
import { windowFrom } from '../../../testkit/src/services/window-cases.ts'
import { HEADER, PLAN, ready, received, textsOf, until } from './upload-steps.ts'

const code = (expected: string) => (error: unknown) => (error as { code?: unknown }).code === expected

const SOUND = [HEADER, ['0821110001', 'Thandi', '10'], [`+${TO_TOO}`, 'José', '20']]

export const uploadCases: readonly ServiceCase[] = [
  {
    name: 'groups become an upload: each member one message, opted-out ones told',
    async run(world, { principal }) {
      const contacts = world.service(Contacts)
      const groups = world.service(ContactGroups)
      await contacts.save(principal, [
        { mobile: TO, name: 'Anna', groups: ['One', 'Two'] },
        { mobile: TO_TOO, groups: ['Two'], status: 'opted-out' },
        { mobile: TO_THREE, groups: ['Two'] },
      ])
      const groupIds = (await groups.list(principal)).map(({ groupId }) => groupId)
      const uploads = world.service(Uploads)
      const draft = { name: ' One, Two ', groupIds, text: 'Hi all, {{1}}', recipients: ['082 999 0001', 'nobody'] }
      const { uploadId, name } = await uploads.createFromGroups(principal, draft)
      assert.equal(name, 'One, Two')
      const upload = await until(world, principal, uploadId, 'ready')
      assert.deepEqual([upload.rows, upload.checked, upload.messages], [5, 5, 3])
      assert.deepEqual(upload.problems, { 'bad-number': 1, 'opted-out': 1 })
      await uploads.start(principal, uploadId)
      const sent = await until(world, principal, uploadId, { submitted: 3 })
      assert.equal(sent.accepted, 3)
      assert.deepEqual(
        await textsOf(world, principal, sent.bulkId),
        [TO, TO_THREE, '27829990001'].sort().map((to) => [to, 'Hi all, {1}']),
      )
      const other = await world.addClient()
      await assert.rejects(uploads.createFromGroups(other.principal, draft), code('group-not-found'))
      const nobody = { ...draft, groupIds: [], recipients: [] }
      await assert.rejects(uploads.createFromGroups(principal, nobody), code('bad-upload'))
      await assert.rejects(uploads.createFromGroups(principal, { ...draft, text: ' ' }), code('bad-plan'))
    },
  },
  {
    name: 'a file comes by pieces, and a piece that comes again changes nothing',
    async run(world, { principal }) {
      const uploads = world.service(Uploads)
      const created = await uploads.create(principal, { name: ' list.csv ', octets: 30 })
      assert.deepEqual([created.name, created.state, created.received, created.rows], ['list.csv', 'receiving', 0, 0])
      const { uploadId } = created
      const piece = { from: 0, to: 20, separator: ';', rows: [HEADER, ['0821110001', 'Thandi', '10'], null] }
      for (let time = 0; time < 2; time += 1) {
        const { state, received: come, rows, separator } = await uploads.addRows(principal, uploadId, piece)
        assert.deepEqual([state, come, rows, separator], ['receiving', 20, 3, ';'])
      }
      await assert.rejects(uploads.addRows(principal, uploadId, { ...piece, from: 25, to: 30 }), code('piece-missing'))
      await assert.rejects(uploads.addRows(principal, uploadId, { ...piece, from: 20, to: 31 }), code('bad-upload'))
      const whole = await uploads.addRows(principal, uploadId, { ...piece, from: 20, to: 30, rows: [['1', '2']] })
      assert.deepEqual([whole.state, whole.rows], ['received', 4])
      assert.deepEqual(await uploads.sample(principal, uploadId, 2), [HEADER, ['0821110001', 'Thandi', '10']])
      const { rows } = await uploads.rows(principal, uploadId, { limit: 10 })
      assert.deepEqual(
        rows.map(({ row, cells, text }) => [row, cells, text]),
        [
          [1, HEADER, ''],
          [2, ['0821110001', 'Thandi', '10'], ''],
          [3, null, ''],
          [4, ['1', '2'], ''],
        ],
      )
    },
  },
  {
    name: 'what cannot be kept or planned is told, with the field',
    async run(world, { principal }) {
      const uploads = world.service(Uploads)
      for (const draft of [
        { name: ' ', octets: 1 },
        { name: 'x'.repeat(201), octets: 1 },
        { name: 'x', octets: 0 },
        { name: 'x', octets: 64 * 1024 * 1024 + 1 },
      ])
        await assert.rejects(uploads.create(principal, draft), code('bad-upload'))
      const { uploadId } = await received(world, principal, SOUND)
      for (const [plan, field] of [
        [{ ...PLAN, numberColumn: 3 }, 'numberColumn'],
        [{ ...PLAN, text: '  ' }, 'text'],
        [{ ...PLAN, text: 'Dear {surname}' }, 'text'],
        [{ ...PLAN, hasHeader: false, text: 'You owe {balance}' }, 'text'],
        [{ ...PLAN, text: 'Dear {surname|friend}' }, 'text'],
      ] as const)
        await assert.rejects(uploads.plan(principal, uploadId, plan), (error: { code: string; details: object }) => {
          assert.deepEqual([error.code, Object.keys(error.details)], ['bad-plan', [field]])
          return true
        })
      await assert.rejects(uploads.start(principal, uploadId), code('upload-state'))
    },
  },
  {
    name: 'rows are shown as they will arrive, with what they need and cost',
    async run(world, { principal }) {
      const long = 'x'.repeat(200)
      const upload = await ready(world, principal, [...SOUND, [TO_THREE, `Łukasz ${long}`, '30']])
      assert.deepEqual([upload.messages, upload.problems], [3, {}])
      const { rows, next } = await world.service(Uploads).rows(principal, upload.uploadId, { limit: 2 })
      assert.deepEqual(
        rows.map(({ row, to, text, encoding, parts }) => [row, to, text, encoding, parts]),
        [
          [2, TO, 'Dear Thandi, your balance is 10.', 'gsm', 1],
          [3, TO_TOO, 'Dear José, your balance is 20.', 'gsm', 1],
        ],
      )
      const [last] = (
        await world.service(Uploads).rows(principal, upload.uploadId, { after: next as number, limit: 2 })
      ).rows
      assert.deepEqual([last?.row, last?.encoding, last?.parts], [4, 'ucs2', 4])
      assert.deepEqual([upload.parts, Number(upload.price.amount)], [6, 0.3])
    },
  },
  {
    name: 'rows that cannot be sent are left out, each for its reason, until they are mended',
    async run(world, { principal }) {
      const uploads = world.service(Uploads)
      await world.service(Subscriptions).set(principal.clientId, TO_THREE, 'opted-out', { kind: 'web' })
      const { uploadId, ...upload } = await ready(world, principal, [
        ...SOUND,
        ['no number', 'x', '1'],
        ['082 111 0001', 'Again', '1'],
        [TO_THREE, 'Opted out', '1'],
        ['0821110009', '', '1'],
        null,
        ['0821110010', 'x'.repeat(50_000), '1'],
      ])
      const counts = { 'bad-number': 1, duplicate: 1, 'opted-out': 1, 'missing-value': 1, unreadable: 1, 'too-long': 1 }
      assert.deepEqual([upload.messages, upload.problems], [2, counts])
      const left = await uploads.rows(principal, uploadId, { limit: 4, problem: 'any' })
      assert.deepEqual(
        left.rows.map(({ row, problem }) => [row, problem]),
        [
          [4, 'bad-number'],
          [5, 'duplicate'],
          [6, 'opted-out'],
          [7, 'missing-value'],
        ],
      )
      const rest = await uploads.rows(principal, uploadId, { after: left.next as number, limit: 4, problem: 'any' })
      assert.deepEqual([rest.rows.map(({ row }) => row), rest.next], [[8, 9], undefined])
      const single = await uploads.rows(principal, uploadId, { limit: 4, problem: 'duplicate' })
      assert.deepEqual(
        single.rows.map(({ row }) => row),
        [5],
      )

      const still = await uploads.setRow(principal, uploadId, 4, [TO, 'x', '1'])
      assert.equal(still.problem, 'duplicate')
      const mended = await uploads.setRow(principal, uploadId, 4, ['0821110004', 'x', '1'])
      assert.deepEqual([mended.problem, mended.to], [null, '27821110004'])
      await assert.rejects(uploads.setRow(principal, uploadId, 4, [TO, 'x', '1']), code('row-is-sound'))
      await assert.rejects(uploads.setRow(principal, uploadId, 99, [TO]), code('row-not-found'))
      const { messages, problems } = (await uploads.get(principal, uploadId)) as UploadRecord
      const { 'bad-number': _, ...others } = counts
      assert.deepEqual([messages, problems], [3, others])
    },
  },
  {
    name: 'what is not left out is sent once, and another plan counts again',
    async run(world, { principal }) {
      const uploads = world.service(Uploads)
      const first = await ready(world, principal, [...SOUND, ['12', 'bad', '1']])
      await uploads.plan(principal, first.uploadId, { ...PLAN, text: 'Hi {{{2}}}' })
      const { uploadId, bulkId, messages, problems } = await until(world, principal, first.uploadId, 'ready')
      assert.deepEqual([messages, problems], [2, { 'bad-number': 1 }])
      await uploads.start(principal, uploadId)
      const sent = await until(world, principal, uploadId, { submitted: 2 })
      assert.deepEqual([sent.state, sent.accepted, sent.problems], ['sending', 2, { 'bad-number': 1 }])
      assert.ok(sent.startedAt !== null && sent.endedAt === null)
      assert.deepEqual(await textsOf(world, principal, bulkId), [
        [TO, 'Hi {Thandi}'],
        [TO_TOO, 'Hi {José}'],
      ])
      const { records } = await world.service(Reports).find(principal, { bulkId, limit: 1 })
      assert.deepEqual([records[0]?.priority, records[0]?.origin], ['BULK', 'upload'])
      assert.deepEqual(await uploads.states(principal, uploadId), { queued: 2 })
      assert.equal((await uploads.start(principal, uploadId)).state, 'sending')
      assert.equal((await uploads.pause(principal, uploadId)).state, 'paused')
      assert.equal((await uploads.resume(principal, uploadId)).state, 'sending')
      const { state, submitted: count, accepted } = await uploads.cancel(principal, uploadId)
      assert.deepEqual([state, count, accepted], ['cancelled', 2, 2])
      await assert.rejects(uploads.start(principal, uploadId), code('upload-state'))
    },
  },
  {
    name: 'it is done when its messages have gone out, and sending as long as one of them waits',
    async run(world, { principal }) {
      const uploads = world.service(Uploads)
      const started = async (...numbers: readonly string[]) => {
        const { uploadId, bulkId } = await ready(world, principal, [HEADER, ...numbers.map((to) => [to, 'x', '1'])])
        await uploads.start(principal, uploadId)
        await until(world, principal, uploadId, { submitted: numbers.length })
        const { records } = await world.service(Reports).find(principal, { bulkId, limit: 100 })
        for (const { smsId, to } of records) if (to.startsWith(NETWORK_PREFIX)) await world.submitted(smsId)
        return uploadId
      }
      const waiting = await started(`+${NETWORK_PREFIX}1110001`, '0821110001')
      const sent = await started(`+${NETWORK_PREFIX}1110002`, `+${NETWORK_PREFIX}1110003`)
      const done = await until(world, principal, sent, 'done')
      assert.ok(done.endedAt !== null)
      const { state, endedAt } = (await uploads.get(principal, waiting)) as UploadRecord
      assert.deepEqual([state, endedAt], ['sending', null])
      assert.equal((await uploads.cancel(principal, sent)).state, 'done')
    },
  },
  {
    name: 'an upload for a time to come is a scheduled bulk',
    async run(world, { principal }) {
      const uploads = world.service(Uploads)
      const { uploadId, bulkId } = await ready(world, principal, SOUND)
      const sendAt = inHours(world, 3)
      await uploads.start(principal, uploadId, sendAt)
      assert.deepEqual((await until(world, principal, uploadId, 'scheduled')).sendAt, sendAt)
      const [bulk] = await world.service(Schedules).list(principal, bulkId)
      assert.deepEqual(bulk?.sendAt, sendAt)
      assert.deepEqual(await uploads.states(principal, uploadId), { scheduled: 2 })
      assert.equal((await uploads.cancel(principal, uploadId)).state, 'cancelled')
      assert.deepEqual(await uploads.states(principal, uploadId), { cancelled: 2 })
    },
  },
  {
    name: 'an upload within delivery hours is scheduled for the next of them',
    async run(world, { principal }) {
      const uploads = world.service(Uploads)
      const { uploadId, bulkId } = await ready(world, principal, SOUND)
      const { deliveryWindow, opens } = windowFrom(world, 2, 4)
      const wrong = { ...deliveryWindow, days: [] }
      await assert.rejects(uploads.start(principal, uploadId, undefined, wrong), code('bad-delivery-window'))
      await uploads.start(principal, uploadId, undefined, deliveryWindow)
      const record = await until(world, principal, uploadId, { submitted: 2 })
      assert.deepEqual(await uploads.states(principal, uploadId), { scheduled: 2 })
      assert.deepEqual(record.deliveryWindow, deliveryWindow)
      const [bulk] = await world.service(Schedules).list(principal, bulkId)
      assert.deepEqual(bulk?.sendAt, opens)
      await uploads.cancel(principal, uploadId)
    },
  },
  {
    name: 'without credit it stops, and goes on where it stopped',
    client: { credit: '0.05' },
    async run(world, { principal }) {
      const uploads = world.service(Uploads)
      const { uploadId } = await ready(world, principal, SOUND)
      await uploads.start(principal, uploadId)
      const stopped = await until(world, principal, uploadId, 'paused')
      assert.deepEqual([stopped.pausedBecause, stopped.submitted, stopped.accepted], ['no-credit', 1, 1])
      await uploads.resume(principal, uploadId)
      assert.equal((await until(world, principal, uploadId, 'paused')).pausedBecause, 'no-credit')
      const cancelled = await uploads.cancel(principal, uploadId)
      assert.equal(cancelled.state, 'cancelled')
      await assert.rejects(uploads.resume(principal, uploadId), code('upload-state'))
      assert.deepEqual(await uploads.states(principal, uploadId), { queued: 1 })
    },
  },
  {
    name: 'contacts that opt out after the check are left out when their row is submitted',
    async run(world, { principal }) {
      const uploads = world.service(Uploads)
      const { uploadId, messages } = await ready(world, principal, SOUND)
      await world.service(Subscriptions).set(principal.clientId, TO_TOO, 'opted-out', { kind: 'web' })
      await uploads.start(principal, uploadId)
      const sent = await until(world, principal, uploadId, { submitted: 2 })
      assert.deepEqual([messages, sent.accepted, sent.problems], [2, 1, { 'opted-out': 1 }])
    },
  },
  {
    name: 'rows of a cancelled upload go at once, and the upload stays',
    async run(world, { principal }) {
      const uploads = world.service(Uploads)
      const { uploadId, keptOctets } = await ready(world, principal, SOUND)
      assert.ok(keptOctets > 0)
      await uploads.cancel(principal, uploadId)
      await eventually(
        async () => (await uploads.get(principal, uploadId))?.keptOctets === 0,
        `rows of upload ${uploadId} are gone`,
      )
      const { rows, messages } = (await uploads.get(principal, uploadId)) as UploadRecord
      assert.deepEqual([rows, messages], [SOUND.length, 2])
      for (const problem of [undefined, 'any'] as const)
        assert.deepEqual((await uploads.rows(principal, uploadId, { limit: 10, problem })).rows, [])
      assert.deepEqual(await uploads.sample(principal, uploadId, 10), [])
    },
  },
  {
    name: 'uploads of a client take no more than they may, files that are on their way count whole',
    async run(world, { principal }) {
      const uploads = world.service(Uploads)
      const file = { name: 'list.csv', octets: 64 * 1024 * 1024 }
      const begun = await Promise.allSettled(Array.from({ length: 6 }, () => uploads.create(principal, file)))
      const sound = begun.filter((each) => each.status === 'fulfilled')
      assert.equal(sound.length, 4)
      for (const each of begun) if (each.status === 'rejected') assert.equal(each.reason.code, 'uploads-full')
      await assert.rejects(uploads.create(principal, { name: 'small', octets: 1 }), code('uploads-full'))
      await uploads.create((await world.addClient()).principal, file)
      await uploads.cancel(principal, sound[0]?.value.uploadId as number)
      await uploads.create(principal, file)
    },
  },
  {
    name: 'a row has at most 100 cells with 65,536 characters in all, and a page some MiB',
    async run(world, { principal }) {
      const uploads = world.service(Uploads)
      const most = 'x'.repeat(65_526)
      const rows = Array.from({ length: 40 }, (_, row) => [`08211100${10 + row}`, most])
      const { uploadId } = await ready(world, principal, rows, { hasHeader: false, numberColumn: 0, text: '{2}' })
      const { rows: shown, next } = await uploads.rows(principal, uploadId, { limit: 500 })
      const characters = JSON.stringify(shown).length
      assert.ok(shown.length > 0 && characters < 2 * 1024 * 1024, `${characters} characters`)
      assert.equal(next, shown.length)
      const rest = await uploads.rows(principal, uploadId, { after: next, limit: 500, problem: 'too-long' })
      assert.equal(rest.rows[0]?.row, shown.length + 1)
      for (const cells of [[...(rows[0] as string[]), 'x'], Array.from({ length: 101 }, () => '')])
        await assert.rejects(uploads.setRow(principal, uploadId, 1, cells), code('bad-upload'))
      const piece = { from: 0, to: 1, separator: ',', rows: [[`${most}${most}`]] }
      const other = await uploads.create(principal, { name: 'x', octets: 1 })
      await assert.rejects(uploads.addRows(principal, other.uploadId, piece), code('bad-upload'))
    },
  },
  {
    name: 'they are listed newest first, and are nobody else’s',
    async run(world, { principal }) {
      const uploads = world.service(Uploads)
      const other = (await world.addClient()).principal
      const ids: number[] = []
      for (const name of ['a', 'b', 'c']) ids.unshift((await uploads.create(principal, { name, octets: 1 })).uploadId)
      const page = await uploads.find(principal, { limit: 2 })
      assert.deepEqual([page.records.map(({ uploadId }) => uploadId), page.next], [ids.slice(0, 2), ids[1]])
      const rest = await uploads.find(principal, { limit: 2, before: page.next })
      assert.deepEqual([rest.records.map(({ uploadId }) => uploadId), rest.next], [ids.slice(2), undefined])
      const [uploadId = 0] = ids
      assert.deepEqual(
        [await uploads.get(other, uploadId), (await uploads.find(other, { limit: 9 })).records],
        [undefined, []],
      )
      for (const call of [
        () => uploads.sample(other, uploadId, 1),
        () => uploads.plan(other, uploadId, PLAN),
        () => uploads.rows(other, uploadId, { limit: 1 }),
        () => uploads.setRow(other, uploadId, 1, []),
        () => uploads.start(other, uploadId),
        () => uploads.pause(other, uploadId),
        () => uploads.resume(other, uploadId),
        () => uploads.cancel(other, uploadId),
        () => uploads.states(other, uploadId),
        () => uploads.addRows(other, uploadId, { from: 0, to: 1, separator: ',', rows: [] }),
      ])
        await assert.rejects(call(), code('upload-not-found'))
    },
  },
]
