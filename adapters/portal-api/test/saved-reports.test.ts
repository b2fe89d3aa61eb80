import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Directory, MailError, ReportMails, type SavedReportSettings, SavedReports } from '@heliograph/contracts'
import { captureLogger } from '@heliograph/testkit'
import { mailReports } from '../src/figure-mails/report-mailer.ts'
import { portalDependencies } from '../src/services.ts'
import { type KeyCaller, withCallers } from './support/key-caller.ts'

const WEEK_MS = 7 * 86_400_000

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
    })
  })

  /** A report of the user, a week later. */
  async function aWeekLater({ ask, kit }: KeyCaller) {
    await ask('user', 'POST', '/reports', DRAFT)
    await kit.clock.advance(WEEK_MS)
    await ask('user', 'POST', '/send', { text: 'Hello', recipients: ['27821110001'] })
    const services = kit.engine.resolve(portalDependencies as never) as never
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
      (await kit.engine.service(SavedReports).list(kit.account.principal)).map(({ isMailed }) => isMailed)
    return { mail, saved }
  }

  test('are mailed to their user once a week: figures as text and CSV, in the language they were saved in', async () => {
    await withCallers(async (caller) => {
      const { mails } = caller.kit.engine
      const { mail } = await aWeekLater(caller)
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
      const { engine } = caller.kit
      const { mail, saved } = await aWeekLater(caller)
      engine.failNext(new MailError('temporary', 'away'), 'mail')
      await mail()
      assert.deepEqual([engine.mails.length, await saved()], [0, [true]])
      engine.failNext(new MailError('permanent', 'no such address'), 'mail')
      await mail()
      assert.deepEqual([engine.mails.length, await saved()], [0, [false]])
    })
  })

  test('of users that are gone are not mailed', async () => {
    await withCallers(async (caller) => {
      const { engine, account } = caller.kit
      const { mail } = await aWeekLater(caller)
      engine.setUserEnabled(account.userId, false)
      assert.equal(await engine.service(Directory).byUser(account.userId), undefined)
      await mail()
      assert.deepEqual([engine.mails.length, await engine.service(ReportMails).take(9)], [0, []])
    })
  })
})
