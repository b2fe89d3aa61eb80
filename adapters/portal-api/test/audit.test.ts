import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ENDPOINTS } from '../src/endpoints.ts'
import { type EngineCaller, shareEngine } from './support/engine-kit.ts'

const { withCallers } = shareEngine()

/** Changes noted by the service that the endpoint calls, or by its own handler. */
const NOTED_ELSEWHERE = [
  'addChannel',
  'addClient',
  'addKey',
  'addUser',
  'changeChannel',
  'changeClient',
  'changeCredit',
  'setUser',
  'confirmSecondFactor',
  'removeSecondFactor',
  'removeUserSecondFactor',
  'pauseLink',
  'resumeLink',
  'removeKey',
  'rotateSecurityKey',
  'setOwnPassword',
  'setSharedSecret',
  'setUserPassword',
  'endOtherSessions',
  'endSession',
  'addOutgoingNumber',
  'logOut',
  'removeOutgoingNumber',
  'addPasskey',
  'renamePasskey',
  'removePasskey',
  'removeUserPasskeys',
  'decideUnknown',
  'eraseContact',
  'setNetworks',
  'setHold',
  'removeHold',
  'setQuietHours',
  'callPluginPage',
]

/**
 * Endpoints that leave no trace that matters to others: questions with a body, files, drafts, marking as read, phones
 * of a simulated network.
 */
const CHANGE_NOTHING = [
  'answerFromPhone',
  'beginPasskey',
  'enrolSecondFactor',
  'fillExamples',
  'fillTemplate',
  'guessContactColumns',
  'markConversationRead',
  'createGroupUpload',
  'createUpload',
  'planUpload',
  'previewSend',
  'putUploadPiece',
  'setUploadRow',
  'noteAnswering',
  'readContactNumbers',
  'resendUpload',
]

test('every endpoint that changes something is noted', () => {
  const changing = ENDPOINTS.filter(({ method, roles }) => method !== 'GET' && roles !== 'anyone')
  const without = changing.filter((endpoint) => !('act' in endpoint)).map(({ id }) => id)
  assert.deepEqual(without.sort(), [...NOTED_ELSEWHERE, ...CHANGE_NOTHING].sort())
})

/** Endpoints that answer with a file to keep. */
const FILES = [
  'exportAudit',
  'exportChosenContacts',
  'exportContacts',
  'exportFailedRows',
  'exportFigures',
  'exportMessages',
  'exportTraffic',
]

/** Other endpoints without a JSON answer: 204, the stream of changes, and what is read with a message of the inbox. */
const NO_FILES = [
  'getAttachment',
  'cancelBulk',
  'endOtherSessions',
  'endSession',
  'followChanges',
  'logOut',
  'markConversationRead',
  'pauseLink',
  'removeGroup',
  'removeKey',
  'removeSecondFactor',
  'removeTemplate',
  'removeUserSecondFactor',
  'resumeLink',
  'setHold',
  'noteAnswering',
  'removeAlert',
  'removeSavedReport',
  'requestPasswordLink',
  'removeHold',
  'addPasskey',
  'removePasskey',
  'removeUserPasskeys',
  'renamePasskey',
  'removeOutgoingNumber',
  'pauseBulk',
  'resumeBulk',
]

test('every endpoint that answers with a file is noted, by anyone', () => {
  const ids = ENDPOINTS.filter(({ answer }) => answer === undefined).map(({ id }) => id)
  assert.deepEqual(ids.sort(), [...FILES, ...NO_FILES].sort())
  for (const id of FILES) {
    const endpoint = ENDPOINTS.find((each) => each.id === id)
    assert.equal(endpoint && 'act' in endpoint && endpoint.act?.by, 'anyone', id)
  }
})

/** The entries of the audit log that an admin of the first client sees: action, subject, who. */
async function noted({ ask }: EngineCaller): Promise<unknown[]> {
  const { json } = await ask('admin', 'GET', '/audit-log')
  return json.records.map(({ action, subject, email }: Record<string, string>) => [action, subject, email])
}

/** Pauses a link, which goes on at once. */
async function pause({ ask }: EngineCaller): Promise<void> {
  for (const what of ['pause', 'resume'])
    assert.equal((await ask('operator', 'POST', `/operator/links/net/main/${what}`)).status, 204)
}

describe('the audit log', () => {
  test('is narrowed by client, person and object, and exported as CSV as it is shown', async () => {
    await withCallers(async (caller) => {
      const { ask, kit } = caller
      const { clientId } = kit.account
      await pause(caller)
      await ask('operator', 'PATCH', `/clients/${clientId}`, { name: '=1+1' })
      await ask('admin', 'POST', '/templates', { name: 'Hello', text: 'Hello' })
      const find = async (query: string) =>
        (await ask('operator', 'GET', `/audit-log?${query}`)).json.records.map(
          ({ action }: { action: string }) => action,
        )
      assert.deepEqual(await find('object=LINK%20net'), ['link-resumed', 'link-paused'])
      assert.deepEqual(await find(`clientId=${clientId}&person=operator%40`), ['client-changed'])
      assert.deepEqual(await find('person=nobody'), [])
      const csv = await ask('operator', 'GET', `/audit-log.csv?clientId=${clientId}&person=operator%40`)
      const [head, ...rows] = csv.text.replace('\uFEFF', '').trimEnd().split('\r\n')
      assert.deepEqual([csv.status, head, rows.length], [200, 'at,clientId,userId,email,action,object,detail', 1])
      assert.match(rows[0] ?? '', /^[^,]+Z,\d+,\d+,operator@[^,]+,client-changed,client \d+,/)
    })
  })

  test('has what an admin does', async () => {
    await withCallers(async (caller) => {
      const { ask, kit } = caller
      const template = await ask('admin', 'POST', '/templates', { name: 'Hello', text: 'Hello' })
      await ask('admin', 'POST', '/webhooks/resend', { failedSince: '2026-01-01T00:00:00Z' })
      const email = `admin@${kit.account.clientId}.example`
      assert.deepEqual(await noted(caller), [
        ['webhooks-resent', '0 webhooks', email],
        ['template-added', `template ${template.json.templateId}`, email],
      ])
    })
  })

  test('has who took a file of messages or contacts', async () => {
    await withCallers(async (caller) => {
      const { ask, kit } = caller
      for (const path of ['/messages.csv', '/contacts/export'])
        assert.equal((await ask('user', 'GET', path)).status, 200)
      assert.equal((await ask('user', 'POST', '/contacts/export', { mobiles: ['27821110001'] })).status, 200)
      const { email } = kit.account.principal
      assert.deepEqual(await noted(caller), [
        ['contacts-exported', '1 contact', email],
        ['contacts-exported', 'contacts', email],
        ['messages-exported', 'messages', email],
      ])
    })
  })

  test('has what an operator does for a client, and of messages nothing else', async () => {
    await withCallers(async (caller) => {
      const { ask, kit } = caller
      const message = { recipients: ['+27821110001'], text: 'Hello' }
      assert.equal((await ask('admin', 'POST', '/send', message)).json.accepted, 1)
      assert.equal((await ask('operator', 'POST', `/send?client=${kit.account.clientId}`, message)).json.accepted, 1)
      assert.deepEqual(await noted(caller), [['messages-sent', '1 message', null]])
    })
  })

  test('has nothing of what was refused', async () => {
    await withCallers(async (caller) => {
      assert.equal((await caller.ask('admin', 'DELETE', '/templates/999')).status, 404)
      assert.deepEqual(await noted(caller), [])
    })
  })

  test('has pauses of links, for operators alone', async () => {
    await withCallers(async (caller) => {
      await pause(caller)
      const { json } = await caller.ask('operator', 'GET', '/audit-log')
      const { clientId, action, subject } = json.records[1]
      assert.deepEqual([clientId, action, subject], [null, 'link-paused', 'link net/main'])
      assert.deepEqual((await caller.ask('stranger', 'GET', '/audit-log')).json.records, [])
    })
  })
})
