import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  Directory,
  MailError,
  ReportMails,
  type SavedReportSettings,
  SavedReports,
  type ServiceToken,
} from '@heliograph/contracts'
import { captureLogger } from '@heliograph/testkit'
import { mailReports } from '../src/figure-mails/report-mailer.ts'
import { portalDependencies } from '../src/services.ts'
import { type EngineCaller, shareEngine } from './support/engine-kit.ts'

const { withCallers } = shareEngine()

const DRAFT: SavedReportSettings = {
  name: 'Weekly',
  period: 'week',
  step: 'day',
  by: 'origin',
  everyClient: false,
  language: 'fr',
  isMailed: true,
}

describe('saved reports', () => {
  test('are kept, changed and removed by their user', async () => {
    await withCallers(async ({ ask }) => {
      const { json } = await ask('user', 'POST', '/reports', DRAFT)
      assert.deepEqual(json, { ...DRAFT, reportId: json.reportId })
      const path = `/reports/${json.reportId}`
      assert.equal((await ask('user', 'PUT', path, { ...DRAFT, isMailed: false })).json.isMailed, false)
      assert.equal((await ask('admin', 'PUT', path, DRAFT)).status, 404)
      assert.deepEqual((await ask('admin', 'GET', '/reports')).json.records, [])
      assert.equal((await ask('user', 'POST', '/reports', { ...DRAFT, name: ' ' })).status, 400)
      assert.equal((await ask('user', 'DELETE', path)).status, 204)
      const beyond = await ask('user', 'DELETE', `/reports/${'9'.repeat(30)}`)
      assert.deepEqual([beyond.status, Object.keys(beyond.json.details)], [400, ['reportId']])
    })
  })

  /** A report of the user that is due, and a message of its week. */
  async function dueReport({ ask, kit }: EngineCaller) {
    const { reportId } = (await ask('user', 'POST', '/reports', DRAFT)).json
    await ask('user', 'POST', '/send', { text: 'Hello', recipients: ['27821110001'] })
    await kit.world.counted()
    const { sql } = kit.world.node.engine
    const becomeDue = () => sql`
      update saved_report set mailed_for = mailed_for - 14, due_at = now() where report_id = ${reportId}::bigint`
    await becomeDue()
    const services = Object.fromEntries(
      Object.entries(portalDependencies).map(([name, token]) => [name, kit.service(token as ServiceToken<unknown>)]),
    ) as never
    const mail = () =>
      mailReports(
        {
          services,
          clock: kit.clock,
          logger: captureLogger(),
          publicUrl: () => 'https://sms.example',
          product: 'Acme SMS',
        },
        new AbortController().signal,
      )
    const saved = async () =>
      (await kit.service(SavedReports).list(kit.account.principal)).map(({ isMailed }) => isMailed)
    return { mail, saved, becomeDue }
  }

  test('are mailed to their user once a week: figures as text and CSV, in the language they were saved in', async () => {
    await withCallers(async (caller) => {
      const { mails } = caller.kit
      const { mail } = await dueReport(caller)
      await mail()
      await mail()
      const [sent, ...more] = mails
      assert.ok(sent)
      assert.deepEqual([sent.to, more.length], [caller.kit.account.principal.email, 0])
      assert.match(sent.subject, /^Weekly: Du .* au .* \(UTC\) · Acme SMS$/)
      assert.match(sent.text, /\nMessages\u00a0: 1 \(avant\u00a0: 0\)\n/)
      assert.match(sent.text, /Désactivez l’envoi sur https:\/\/sms\.example\/portal\/reports\n$/)
      const [file] = sent.attachments ?? []
      assert.match(file?.name ?? '', /^figures-\d{4}-\d{2}-\d{2}-\d{4}-\d{2}-\d{2}\.csv$/)
      assert.match(file?.content ?? '', /^\uFEFFfrom,origin,name,messages,.*\r\n\d{4}-\d{2}-\d{2},portal,,1,/)
    })
  })

  test('that a relay does not take now stay due, and those that it never takes are switched off', async () => {
    await withCallers(async (caller) => {
      const { failMail, mails } = caller.kit
      const { mail, saved, becomeDue } = await dueReport(caller)
      failMail(new MailError('temporary', 'away'))
      await mail()
      assert.deepEqual([mails.length, await saved()], [0, [true]])
      await becomeDue()
      failMail(new MailError('permanent', 'no such address'))
      await mail()
      assert.deepEqual([mails.length, await saved()], [0, [false]])
    })
  })

  test('of users that are gone are not mailed', async () => {
    await withCallers(async (caller) => {
      const { account, mails, service, world } = caller.kit
      const { mail } = await dueReport(caller)
      await world.disableUser(account.userId)
      await world.accountsChanged()
      assert.equal(await service(Directory).byUser(account.userId), undefined)
      await mail()
      assert.deepEqual([mails.length, await service(ReportMails).take(9)], [0, []])
    })
  })
})
