import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clientScript, type PortalClient } from './support/client-script.ts'
import { type PortalPage, portalForFile } from './support/portal.ts'
import { filesWithOwnWrites, writesOfPages } from './support/writes-of-pages.ts'

declare const portalClient: PortalClient

const portal = portalForFile()

/** A write as a page makes it, and the code of the gateway's answer; `done` when it has done it. */
interface Write {
  readonly path?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly answer: string
}

const LATER = new Date(Date.now() + 86_400_000).toISOString()
const MOBILE = '27821230001'
const upload = { path: { uploadId: 1 }, answer: 'upload-not-found' }
const link = { path: { instance: 'simulator', name: 'main' } }
const plan = { hasHeader: false, numberColumn: 0, text: 'Hello' }
const columns = { mobile: 0, others: [] }
const alert = { limit: 10, email: null, url: null, language: 'en', isOn: true }
const report = {
  name: 'Weekly',
  period: 'week',
  step: 'day',
  by: 'state',
  everyClient: false,
  language: 'en',
  isMailed: false,
}

/** They are made before anyone acts for a client. */
const BEFORE = [
  'POST /log-in',
  'POST /log-in/link',
  'POST /log-in/provider',
  'POST /log-in/provider/return',
  'POST /log-in/forgotten',
  'POST /log-in/password',
  'POST /log-in/passkey/options',
  'POST /log-in/passkey',
]

/** As a browser sends one, and not asked for. */
const PASSKEY = {
  id: 'AA',
  rawId: 'AA',
  type: 'public-key',
  clientExtensionResults: {},
  response: { clientDataJSON: 'e30', attestationObject: 'oA' },
}

/** Every write of the pages, in an order in which each finds what it needs. */
function writes(groupId = 0, templateId = 0): Readonly<Record<string, Write>> {
  const { clientId, channelId, users } = portal.accounts
  const channel = { path: { channelId } }
  const client = { path: { clientId } }
  const user = { path: { userId: users.user.userId } }
  const proof = { presentPassword: users.operator.password }
  const passkey = { path: { passkeyId: 999_999 }, answer: 'passkey-not-found' }
  const contact = { path: { mobile: MOBILE } }
  const conversation = { path: { channelId, contact: MOBILE } }
  return {
    'PUT /contacts/{mobile}': { ...contact, body: { name: 'Anna Botha' }, answer: 'done' },
    'POST /contacts/{mobile}/status': { ...contact, body: { status: 'opted-out' }, answer: 'done' },
    'POST /contacts/{mobile}/undo': { ...contact, body: { changedAt: LATER }, answer: 'changed-meanwhile' },
    'POST /contacts/status': { body: { mobiles: [MOBILE], status: 'opted-in' }, answer: 'done' },
    'POST /contacts/undo': { body: { changes: [{ mobile: MOBILE, changedAt: LATER }] }, answer: 'done' },
    'POST /contacts/columns': { body: { rows: [['Mobile', 'Name']] }, answer: 'done' },
    'POST /contacts/numbers': { body: { numbers: ['0821230002'] }, answer: 'done' },
    'POST /contacts/import': { body: { columns, rows: [['0821230002']] }, answer: 'done' },
    'POST /contacts/remove': { body: { mobiles: ['27821230002'] }, answer: 'done' },
    'POST /contacts/erase': { body: { mobile: '27821230003' }, answer: 'done' },
    'POST /groups': { body: { name: 'Choir' }, answer: 'done' },
    'PATCH /groups/{groupId}': { path: { groupId }, body: { name: 'Band' }, answer: 'done' },
    'POST /groups/{groupId}/add': { path: { groupId }, body: { mobiles: [MOBILE] }, answer: 'done' },
    'POST /groups/{groupId}/remove': { path: { groupId }, body: { mobiles: [MOBILE] }, answer: 'done' },
    'POST /send/preview': { body: { text: 'Hello', recipients: [`+${MOBILE}`] }, answer: 'done' },
    'POST /send': { body: { text: 'Hello', recipients: [`+${MOBILE}`] }, answer: 'done' },
    'PATCH /scheduled/{bulkId}': { path: { bulkId: 'none' }, body: { sendAt: LATER }, answer: 'bulk-not-found' },
    'POST /scheduled/{bulkId}/pause': { path: { bulkId: 'none' }, answer: 'bulk-not-found' },
    'POST /scheduled/{bulkId}/resume': { path: { bulkId: 'none' }, answer: 'done' },
    'POST /scheduled/{bulkId}/cancel': { path: { bulkId: 'none' }, answer: 'bulk-not-found' },
    'POST /templates': { body: { name: 'Sale', text: 'All must go' }, answer: 'done' },
    'PUT /templates/{templateId}': {
      path: { templateId },
      body: { name: 'Parcel', text: 'It is here' },
      answer: 'done',
    },
    'POST /templates/{templateId}/fill': { path: { templateId }, body: { values: {} }, answer: 'done' },
    'DELETE /templates/{templateId}': { path: { templateId }, answer: 'done' },
    'POST /messages/{smsId}/resend': { path: { smsId: 1 }, body: {}, answer: 'message-not-found' },
    'PATCH /messages/{smsId}': { path: { smsId: 1 }, body: { sendAt: LATER }, answer: 'message-not-found' },
    'POST /messages/{smsId}/cancel': { path: { smsId: 1 }, answer: 'message-not-found' },
    'POST /conversations/{channelId}/{contact}/read': {
      ...conversation,
      body: { incomingId: 1 },
      answer: 'done',
    },
    'POST /conversations/{channelId}/{contact}/messages': {
      ...conversation,
      body: { text: 'At nine' },
      answer: 'conversation-not-found',
    },
    'POST /conversations/{channelId}/{contact}/answering': {
      ...conversation,
      body: { isAnswering: true },
      answer: 'conversation-not-found',
    },
    'POST /conversations/{channelId}/{contact}/notes': {
      ...conversation,
      body: { text: 'At nine' },
      answer: 'conversation-not-found',
    },
    'PATCH /conversations/{channelId}/{contact}': {
      ...conversation,
      body: { isDone: true },
      answer: 'conversation-not-found',
    },
    'POST /phones/answers': { body: { smsId: 1, text: 'STOP' }, answer: 'message-not-on-a-phone' },
    'POST /plugin-pages/{instanceId}/{pageId}/calls/{endpoint}': {
      path: { instanceId: 'none', pageId: 'none', endpoint: 'none' },
      body: {},
      answer: 'unknown-path',
    },
    'POST /uploads': { body: { name: 'list.csv', octets: 20 }, answer: 'done' },
    'POST /uploads/groups': { body: { name: 'Choir', text: 'Hello', groupIds: [groupId] }, answer: 'done' },
    'PUT /uploads/{uploadId}/plan': { ...upload, body: plan },
    'PATCH /uploads/{uploadId}/rows/{row}': { ...upload, path: { uploadId: 1, row: 1 }, body: { cells: ['1'] } },
    'POST /uploads/{uploadId}/start': { ...upload, body: {} },
    'POST /uploads/{uploadId}/pause': upload,
    'POST /uploads/{uploadId}/resume': upload,
    'POST /uploads/{uploadId}/cancel': upload,
    'PUT /uploads/{uploadId}/speed-limit': { ...upload, body: { speedLimit: null } },
    'PATCH /uploads/{uploadId}': { ...upload, body: { name: 'July' } },
    'POST /uploads/{uploadId}/resend': { ...upload, body: { name: 'Again' } },
    'PATCH /channels/{channelId}': { ...channel, body: { forwardEmail: null }, answer: 'done' },
    'POST /channels/{channelId}/security-key': { ...channel, body: { overlapHours: 0 }, answer: 'done' },
    'PUT /channels/{channelId}/secrets/{kind}': {
      path: { channelId, kind: 'opt-out' },
      body: { overlapHours: 0 },
      answer: 'done',
    },
    'POST /channels/{channelId}/webhook-test': { ...channel, body: { kind: 'dlr' }, answer: 'no-webhook-url' },
    'POST /channels/{channelId}/mail-test': { ...channel, answer: 'no-forward-email' },
    'POST /webhooks/resend': { body: { webhookIds: [1] }, answer: 'done' },
    'POST /interfaces/examples': { body: {}, answer: 'done' },
    'POST /users': { body: { email: 'new@example.com', password: 'a long enough password' }, answer: 'done' },
    'POST /users/invitations': { body: { email: 'invited@example.com', language: 'en' }, answer: 'done' },
    'POST /users/{userId}/password-link': { ...user, body: { language: 'en' }, answer: 'done' },
    'PATCH /users/{userId}': { ...user, body: { enabled: true }, answer: 'done' },
    'PUT /users/{userId}/password': { ...user, body: { password: 'another long password' }, answer: 'done' },
    'DELETE /users/{userId}/second-factor': { ...user, answer: 'done' },
    'DELETE /users/{userId}/passkeys': { ...user, answer: 'done' },
    'POST /users/{userId}/keys': { ...user, body: { scope: 'send' }, answer: 'done' },
    'DELETE /users/{userId}/keys/{keyId}': {
      path: { userId: users.user.userId, keyId: 999_999 },
      answer: 'key-not-found',
    },
    'PUT /networks': { body: { programs: [], portal: [] }, answer: 'done' },
    'PUT /quiet-hours': { body: { hours: null }, answer: 'done' },
    'POST /alerts': { body: { kind: 'credit-amount', ...alert }, answer: 'done' },
    'PUT /alerts/{alertId}': { path: { alertId: 999_999 }, body: alert, answer: 'alert-not-found' },
    'DELETE /alerts/{alertId}': { path: { alertId: 999_999 }, answer: 'alert-not-found' },
    'POST /reports': { body: report, answer: 'done' },
    'PUT /reports/{reportId}': { path: { reportId: 999_999 }, body: report, answer: 'report-not-found' },
    'DELETE /reports/{reportId}': { path: { reportId: 999_999 }, answer: 'report-not-found' },
    'PUT /account/password': {
      body: { presentPassword: 'wrong', password: 'a long enough password' },
      answer: 'wrong-password',
    },
    'POST /account/second-factor': { body: { presentPassword: 'wrong' }, answer: 'wrong-password' },
    'POST /account/second-factor/confirm': { body: { code: '123456' }, answer: 'not-enrolled' },
    'DELETE /account/second-factor': { body: { code: '123456' }, answer: 'done' },
    // The gateway of the tests has an IP address alone.
    'POST /account/passkeys/options': { body: proof, answer: 'no-passkeys' },
    'POST /account/passkeys': { body: { name: 'Phone', passkey: PASSKEY }, answer: 'wrong-passkey' },
    'PATCH /account/passkeys/{passkeyId}': { ...passkey, body: { name: 'Phone', ...proof } },
    'DELETE /account/passkeys/{passkeyId}': { ...passkey, body: proof },
    'DELETE /account/sessions/{sessionId}': { path: { sessionId: 'none' }, answer: 'session-not-found' },
    'DELETE /account/sessions': { answer: 'done' },
    'POST /clients': { body: { name: 'Cape Dental' }, answer: 'done' },
    'PATCH /clients/{clientId}': { ...client, body: { retentionDays: 30 }, answer: 'done' },
    'POST /clients/{clientId}/channels': { ...client, body: { sender: 'ACME' }, answer: 'done' },
    'POST /clients/{clientId}/credit': { ...client, body: { amount: '5' }, answer: 'done' },
    'POST /clients/{clientId}/outgoing-numbers': { ...client, body: { number: '27820009999' }, answer: 'done' },
    'DELETE /clients/{clientId}/outgoing-numbers/{number}': {
      path: { clientId, number: '27820009999' },
      answer: 'done',
    },
    'PUT /operator/holds/{kind}': {
      path: { kind: 'client' },
      query: { name: String(clientId) },
      body: { reason: 'test' },
      answer: 'done',
    },
    'DELETE /operator/holds/{kind}': { path: { kind: 'client' }, query: { name: String(clientId) }, answer: 'done' },
    'POST /operator/links/{instance}/{name}/pause': { ...link, answer: 'done' },
    'POST /operator/links/{instance}/{name}/resume': { ...link, answer: 'done' },
    'POST /operator/unknown/decide': { body: { clientId, route: 'default', decision: 'sent' }, answer: 'done' },
    'DELETE /groups/{groupId}': { path: { groupId }, answer: 'done' },
    'POST /log-out': { answer: 'done' },
  }
}

test('every write of the pages is answered while an operator acts for a client', async () => {
  const page = await portal.open('/log-in')
  page.watched.expectConsole(/status of 4\d\d/)
  const named = new Set<string>()
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (searchParams.get('client') === String(portal.accounts.clientId)) named.add(`${request.method()} ${pathname}`)
  })
  await page.evaluate(await clientScript())
  await actAsOperator(page)
  const { groupId } = await portal.call<{ groupId: number }>('admin', 'POST', '/groups', { name: 'Everyone' })
  const template = { name: 'Parcel', text: 'It is on its way' }
  const { templateId } = await portal.call<{ templateId: number }>('admin', 'POST', '/templates', template)
  const expected = Object.entries(writes(groupId, templateId))
  const answers: Record<string, string> = {}
  for (const [name, write] of expected) answers[name] = await answerTo(page, name, write)
  assert.deepEqual(answers, Object.fromEntries(expected.map(([name, { answer }]) => [name, answer])))
  // One more for the question who acts.
  assert.equal(named.size, expected.length + 1)
})

test('no write of a page is missing above', () => {
  const known = [...BEFORE, ...Object.keys(writes())]
  const isKnown = (write: string) => {
    const [beginning = '', end] = write.split('*')
    return known.some((name) => (end === undefined ? name === write : name.startsWith(beginning) && name.endsWith(end)))
  }
  assert.deepEqual(
    writesOfPages().filter((write) => !isKnown(write)),
    [],
  )
})

test('what sends and fetches files names the client and the session itself', () => {
  const files = filesWithOwnWrites()
  assert.ok(files.length > 0)
  for (const [file, text] of files)
    assert.ok(text.includes('apiUrl(') && text.includes('...writeHeaders()'), `${file} has another way`)
})

test('an operator who acts for a client sends a text from its page', async () => {
  const page = await portal.logInAs('operator', '/send')
  await page.getByRole('combobox', { name: 'Client' }).fill('acme')
  await page.getByRole('option', { name: 'Acme Ltd' }).click()
  await page.getByText('You are acting for Acme Ltd').waitFor()
  await page.getByLabel('Recipients').fill('082 111 0001')
  await page.getByRole('textbox', { name: 'Text' }).fill('From your operator')
  await page.getByRole('region', { name: 'Summary' }).getByText(`+${portal.accounts.number}`).waitFor()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText('1 accepted.').waitFor()
})

/** Logs in, and acts for the client with its own users. */
async function actAsOperator(page: PortalPage): Promise<void> {
  const { clientId, users } = portal.accounts
  const { email, password } = users.operator
  await page.evaluate(
    async ([body, client]) => {
      await portalClient.api.POST('/log-in', { body })
      portalClient.actFor(client)
      const { data } = await portalClient.api.GET('/session')
      portalClient.rememberCsrfToken(data?.csrfToken ?? null)
    },
    [{ email, password }, clientId] as const,
  )
}

async function answerTo(page: PortalPage, name: string, { path, query, body }: Write): Promise<string> {
  const [method = '', address = ''] = name.split(' ')
  return page.evaluate(
    async ([verb, url, init]) => {
      const request = portalClient.api[verb as 'POST'] as unknown as (url: string, init: object) => Promise<unknown>
      return request(url, init).then(
        () => 'done',
        (error: { code?: string }) => error.code ?? String(error),
      )
    },
    [method, address, { params: { path, query }, body }] as const,
  )
}
