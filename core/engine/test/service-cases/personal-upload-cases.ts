import assert from 'node:assert/strict'
import { ContactGroups, Contacts, type UploadPlan, Uploads } from '@heliograph/contracts'
import { TO, TO_THREE, TO_TOO } from '../../../testkit/src/services/requests.ts'
import type { ServiceCase } from '../../../testkit/src/services/service-world.ts'
import { HEADER, PLAN, ready, textsOf, until } from './upload-steps.ts'

/** Uploads whose texts say what contacts have. */
export const personalUploadCases: readonly ServiceCase[] = [
  {
    name: 'a text for groups says what contacts have, and leaves out those who lack it',
    async run(world, { principal }) {
      await world.service(Contacts).save(principal, [
        { mobile: TO, name: 'Anna Bell', fields: { Town: 'Durban' }, groups: ['One'] },
        { mobile: TO_TOO, name: 'Ben', groups: ['One'] },
        { mobile: TO_THREE, fields: { Town: 'Paarl' } },
      ])
      const [group] = await world.service(ContactGroups).list(principal)
      const groupIds = [group?.groupId as number]
      const uploads = world.service(Uploads)
      const text = 'Hi {first_name|there} from {town}'
      const draft = { name: 'One', groupIds, text, recipients: [`+${TO_THREE}`, '082 999 0001'] }
      const { uploadId } = await uploads.createFromGroups(principal, draft)
      const { messages, problems } = await until(world, principal, uploadId, 'ready')
      assert.deepEqual([messages, problems], [2, { 'missing-value': 2 }])
      const { rows } = await uploads.rows(principal, uploadId, { limit: 10 })
      assert.deepEqual(
        rows.map((row) => [row.to, row.text, row.problem]),
        [
          [TO_THREE, 'Hi there from Paarl', null],
          ['27829990001', 'Hi there from ', 'missing-value'],
          [TO, 'Hi Anna from Durban', null],
          [TO_TOO, 'Hi Ben from ', 'missing-value'],
        ],
      )
      await uploads.start(principal, uploadId)
      const sent = await until(world, principal, uploadId, { submitted: 2 })
      assert.deepEqual(await textsOf(world, principal, sent.bulkId), [
        [TO, 'Hi Anna from Durban'],
        [TO_THREE, 'Hi there from Paarl'],
      ])
      const wrong = uploads.createFromGroups(principal, { ...draft, text: 'Hallo {Vorname}' })
      await assert.rejects(wrong, (error: { code?: unknown; details?: { text?: string } }) => {
        assert.equal(error.code, 'unknown-placeholder')
        assert.match(error.details?.text ?? '', /^there is no \{Vorname\}\. There are \{first_name\}.*\{Town\}/)
        return true
      })
    },
  },
  {
    name: 'numbers alone become an upload too',
    async run(world, { principal }) {
      const uploads = world.service(Uploads)
      await world.service(Contacts).save(principal, [{ mobile: TO, name: 'Anna' }])
      const draft = {
        name: 'Some',
        groupIds: [],
        text: 'Hi {name|you}',
        recipients: [TO, TO_TOO].map((to) => `+${to}`),
      }
      const { uploadId } = await uploads.createFromGroups(principal, draft)
      await until(world, principal, uploadId, 'ready')
      await uploads.start(principal, uploadId)
      const { bulkId } = await until(world, principal, uploadId, { submitted: 2 })
      assert.deepEqual((await textsOf(world, principal, bulkId)).map(([, text]) => text).sort(), ['Hi Anna', 'Hi you'])
    },
  },
  {
    name: 'a file takes from the phonebook what it has no column for',
    async run(world, { principal }) {
      const contacts = world.service(Contacts)
      await contacts.save(principal, [
        { mobile: '0821110001', name: 'Thandi Nkosi', fields: { town: 'Durban' } },
        { mobile: TO_TOO, name: 'Ben' },
      ])
      const plan: UploadPlan = { ...PLAN, text: '{name} of {town}: {balance|0}' }
      const { uploadId, messages, problems } = await ready(
        world,
        principal,
        [HEADER, ['0821110001', 'Thandi', '10'], [`+${TO_TOO}`, 'José', '20']],
        plan,
      )
      assert.deepEqual([messages, problems], [1, { 'missing-value': 1 }])
      const uploads = world.service(Uploads)
      const { rows } = await uploads.rows(principal, uploadId, { limit: 1 })
      assert.deepEqual(
        rows.map(({ text }) => text),
        ['Thandi of Durban: 10'],
      )
      const mended = await uploads.setRow(principal, uploadId, 3, ['0821110001', 'José', '20'])
      assert.deepEqual([mended.text, mended.problem], ['José of Durban: 20', 'duplicate'])
      // What is no longer there when it is sent leaves the row out.
      await contacts.save(principal, [{ mobile: '0821110001', fields: {} }])
      await uploads.start(principal, uploadId)
      const done = await until(world, principal, uploadId, 'done')
      assert.deepEqual([done.submitted, done.accepted, done.problems], [0, 0, { 'missing-value': 1, duplicate: 1 }])
    },
  },
]
