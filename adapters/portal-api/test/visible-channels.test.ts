import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  Conversations,
  Network,
  NetworkBlobs,
  PRIORITIES,
  type Principal,
  RequestLog,
  Submissions,
  Uploads,
} from '@heliograph/contracts'
import { ENDPOINTS } from '../src/endpoints.ts'
import { ask } from './support/browser.ts'
import { type EngineKit, shareEngine } from './support/engine-kit.ts'

// What a user with one channel of a client is shown of the others: nothing that came in or went out on them.

const HOUR = 3_600_000

/** What there is on a channel. Every text that only belongs to it contains its `mark`. */
interface Traces {
  readonly mark: string
  readonly channelId: number
  readonly contact: string
  readonly smsId: number
  readonly bulkId: string
  readonly incomingId: number
  readonly blobId: string
  readonly webhookId: number
  readonly uploadId: number
}

type Request = readonly [method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: unknown]

/** The requests by which an endpoint would show, or change, what is on a channel. */
type Requests = (traces: Traces) => readonly Request[]

const later = (hours: number) => new Date(Date.UTC(2100, 0, 1, hours)).toISOString()
const get = (...paths: readonly string[]): readonly Request[] => paths.map((path) => ['GET', path] as const)
const upload = ({ uploadId }: Traces, rest = '') => `/uploads/${uploadId}${rest}`
const conversation = ({ channelId, contact }: Traces, rest = '') => `/conversations/${channelId}/${contact}${rest}`

/** Views: all of them show the traces of the own channel, and no mark of another. */
const VIEWS: Readonly<Record<string, Requests>> = {
  exportTraffic: ({ contact }) => get('/traffic.csv?direction=both', `/traffic.csv?direction=received&to=${contact}`),
  exportMessages: ({ contact }) => get('/messages.csv', `/messages.csv?to=${contact}`),
  find: (t) =>
    get(`/find?query=${t.mark}-ref`, `/find?query=${t.mark}-id`, `/find?query=${t.contact}`, `/find?query=${t.smsId}`),
  getConversation: (t) => get(conversation(t)),
  getMessage: ({ smsId }) => get(`/messages/${smsId}`),
  getUpload: (t) => get(upload(t)),
  getWebhook: ({ webhookId }) => get(`/webhooks/${webhookId}`),
  listAttachments: ({ incomingId }) => get(`/incoming/${incomingId}/attachments`),
  listConversationEntries: (t) => get(conversation(t, '/entries')),
  listTraffic: ({ contact }) => get('/traffic?direction=both', `/traffic?direction=received&to=${contact}`),
  listConversations: ({ contact }) => get('/conversations', `/conversations?number=${contact}`),
  listMessages: ({ mark, contact }) => get('/messages', `/messages?to=${contact}`, `/messages?bulkId=${mark}-bulk`),
  listRequests: () => get('/requests'),
  listScheduled: () => get('/scheduled'),
  listUploadRows: (t) => get(upload(t, '/rows')),
  listUploads: () => get('/uploads'),
  searchConversations: ({ mark }) => get(`/conversations/search?words=${mark}`),
  listWebhooks: ({ channelId }) => get('/webhooks', `/webhooks?channelId=${channelId}`),
}

/** What else there is about one thing on a channel: it is there on the own one, and not found on another. */
const PARTS: Readonly<Record<string, Requests>> = {
  getAttachment: ({ blobId }) => get(`/attachments/${blobId}`),
  getMessageHistory: ({ smsId }) => get(`/messages/${smsId}/history`),
  getMessageWaiting: ({ smsId }) => get(`/messages/${smsId}/waiting`),
  exportFailedRows: (t) => get(upload(t, '/failed.csv')),
  getUploadColumns: (t) => get(upload(t, '/columns')),
  getUploadResults: (t) => get(upload(t, '/results')),
  getUploadStates: (t) => get(upload(t, '/states')),
}

/** Changes: refused as not found for what another channel has. */
const CHANGES: Readonly<Record<string, Requests>> = {
  cancelBulk: ({ bulkId }) => [['POST', `/scheduled/${bulkId}/cancel`]],
  cancelMessage: ({ smsId }) => [['POST', `/messages/${smsId}/cancel`]],
  cancelUpload: (t) => [['POST', upload(t, '/cancel')]],
  limitUploadSpeed: (t) => [['PUT', upload(t, '/speed-limit'), { speedLimit: null }]],
  pauseBulk: ({ bulkId }) => [['POST', `/scheduled/${bulkId}/pause`]],
  pauseUpload: (t) => [['POST', upload(t, '/pause')]],
  addConversationNote: (t) => [['POST', conversation(t, '/notes'), { text: 'Hello' }]],
  changeConversation: (t) => [['PATCH', conversation(t), { isDone: true }]],
  listConversationNotes: (t) => get(conversation(t, '/notes')),
  noteAnswering: (t) => [['POST', conversation(t, '/answering'), { isAnswering: true }]],
  renameUpload: (t) => [['PATCH', upload(t), { name: 'Mine' }]],
  replyToConversation: (t) => [['POST', conversation(t, '/messages'), { text: 'Hello' }]],
  rescheduleBulk: ({ bulkId }) => [['PATCH', `/scheduled/${bulkId}`, { sendAt: later(1) }]],
  rescheduleMessage: ({ smsId }) => [['PATCH', `/messages/${smsId}`, { sendAt: later(1) }]],
  resendMessage: ({ smsId }) => [['POST', `/messages/${smsId}/resend`, {}]],
  resumeBulk: ({ bulkId }) => [['POST', `/scheduled/${bulkId}/resume`]],
  resumeUpload: (t) => [['POST', upload(t, '/resume')]],
  resendUpload: (t) => [['POST', upload(t, '/resend'), { name: 'Again' }]],
  setUploadRow: (t) => [['PATCH', upload(t, '/rows/1'), { cells: ['0821110001'] }]],
  startUpload: (t) => [['POST', upload(t, '/start'), {}]],
}

/** Tested on their own below, or by the tests of uploads, because they answer with numbers or take octets. */
const OTHERS = [
  'countUnreadConversations',
  'exportFigures',
  'getFigures',
  'getFirstSteps',
  'getOverview',
  'listPausedHosts',
  'markConversationRead',
  'followChanges',
  'fillExamples',
  'planUpload',
  'putUploadPiece',
]

/** Open to users, and about no channel: the phonebook and opt-outs are the client's, the rest is the user's own. */
const OF_NO_CHANNEL = [
  'addGroup',
  'addToGroup',
  'listContactAudit',
  'changeTemplate',
  'countContacts',
  'exportChosenContacts',
  'exportContacts',
  'getContact',
  'guessContactColumns',
  'importContacts',
  'listContactFields',
  'listContacts',
  'listColleagues',
  'listGroups',

  'addTemplate',
  'fillTemplate',
  'getQuietHours',
  'listTemplates',
  'removeContacts',
  'removeFromGroup',
  'removeGroup',
  'removeTemplate',
  'renameGroup',
  'saveContact',
  'setContactStatus',
  'setContactStatuses',
  'undoContactStatus',
  'undoContactStatuses',
  'addKey',
  'confirmSecondFactor',
  'endOtherSessions',
  'endSession',
  'enrolSecondFactor',

  'exportAudit',
  'listAuditEntries',
  'getClient',
  'getSecondFactor',
  'getSession',
  'listInterfaces',
  'listKeys',
  'listSessions',
  'callPluginPage',
  'listPluginPages',
  'addSavedReport',
  'changeSavedReport',
  'listSavedReports',
  'removeSavedReport',
  'addPasskey',
  'beginPasskey',
  'listPasskeys',
  'removePasskey',
  'renamePasskey',
  'listUsers',
  'logOut',
  'readContactNumbers',
  'removeKey',
  'removeSecondFactor',
  'setOwnPassword',
  // To send: any enabled channel of the client may be named, and these answer with what the request itself has.
  'createGroupUpload',
  'createUpload',
  'listSenders',
  'previewSend',
  'send',
]

interface Scene {
  readonly kit: EngineKit
  readonly shown: Traces
  readonly hidden: Traces
  /** Asks as the user with one channel, which is that of `shown`. */
  ask(...request: Request): ReturnType<typeof ask>
  /** Asks as a user of the client without a channel of its own. */
  askWhole(...request: Request): ReturnType<typeof ask>
}

const engine = shareEngine()

function inScene(work: (scene: Scene) => Promise<void>): Promise<void> {
  return engine.inKit(async (kit) => {
    const { account, world } = kit
    const { clientId } = account
    const address = `2783${String(clientId).padStart(7, '0')}`
    const channel = { address, channelId: await world.addChannel(clientId, { number: address, default: false }) }
    const one = await kit.addUser(clientId, { channelId: channel.channelId })
    const asking =
      (key: string) =>
      (...[method, path, body]: Request) =>
        ask(kit, method, path, { headers: { 'x-api-key': key }, ...(body === undefined ? {} : { body }) })
    await work({
      kit,
      hidden: await leaveTraces(kit, 'HIDDEN', account.principal, account.channel, '27821119991'),
      shown: await leaveTraces(kit, 'SHOWN', one.principal, channel, '27821119992'),
      ask: asking(one.apiKey),
      askWhole: asking(account.apiKey),
    })
  })
}

async function leaveTraces(
  { clock, service, world }: EngineKit,
  mark: string,
  principal: Principal,
  { channelId, address }: { readonly channelId: number; readonly address: string },
  contact: string,
): Promise<Traces> {
  const { clientId, userId } = principal
  const now = new Date(clock.now())
  const request = { origin: 'test', priority: PRIORITIES.NORMAL, numbers: 'international', atomic: true } as const
  const message = { text: `${mark} text`, from: address, reference: `${mark}-ref` }
  const bulkId = `${mark}-bulk`
  const sendAt = new Date(clock.now() + HOUR)
  const { entries } = await service(Submissions).submit(principal, {
    ...request,
    bulkId,
    messages: [{ ...message, sendAt, destinations: [{ to: contact, messageId: `${mark}-id` }] }],
  })
  const smsId = entries[0]?.smsId as number
  const file = { mediaType: 'image/jpeg', fileName: `${mark}.jpg`, octets: Buffer.from(mark) }
  const { blobId } = await service(NetworkBlobs).put(address, file)
  const { incomingId } = await service(Network).incoming({
    carrier: 'net',
    link: 'main',
    from: contact,
    to: address,
    text: `${mark} question`,
    encoding: 'gsm',
    mayBeRepeated: false,
    receivedAt: now,
    attachments: [blobId],
  })
  const host = `https://${mark.toLowerCase()}.example`
  const webhookId = await world.addWebhook(
    { clientId, channelId },
    {
      kind: 'incoming',
      subjectId: incomingId as number,
      url: `${host}/${mark}?token=s3cret`,
      state: 'pending',
      createdAt: now,
    },
  )
  await world.pauseHost(clientId, host, sendAt)
  const uploads = service(Uploads)
  const { uploadId } = await uploads.create(principal, { name: `${mark}.csv`, octets: 1 })
  await uploads.addRows(principal, uploadId, { from: 0, to: 1, separator: ';', rows: [['0821110001', mark]] })
  world.node.engine.requestNotes.add({
    clientId,
    at: clock.now(),
    write: () => ({
      requestId: mark,
      instanceId: 'v2',
      userId,
      method: 'GET',
      path: `/${mark}`,
      keyId: null,
      query: '',
      body: null,
      answer: null,
      status: 200,
      error: null,
      elapsedMs: 1,
    }),
  })
  await world.node.until(async () => {
    const [requests, conversations] = await Promise.all([
      service(RequestLog).find(principal, { requestId: mark, limit: 1 }),
      service(Conversations).find(principal, { number: contact, limit: 1 }),
    ])
    return requests.records.length > 0 && conversations.records.length > 0
  }, `${mark} has left its traces`)
  return { mark, channelId, contact, smsId, bulkId, incomingId: incomingId as number, blobId, webhookId, uploadId }
}

test('the tables name every endpoint that users may call, once', () => {
  const open = ENDPOINTS.filter(({ roles }) => roles !== 'anyone' && roles.includes('user')).map(({ id }) => id)
  const listed = [...Object.keys({ ...VIEWS, ...PARTS, ...CHANGES }), ...OTHERS, ...OF_NO_CHANNEL]
  assert.deepEqual(open.sort(), listed.sort())
})

describe('a user with one channel', () => {
  test('sees nothing of another channel', async (t) => {
    await inScene(async ({ ask, askWhole, hidden, shown }) => {
      for (const [id, requests] of Object.entries(VIEWS))
        await t.test(`${id} shows what is on it and nothing of another channel`, async () => {
          for (const request of requests(hidden)) {
            const { text, status } = textOf(await ask(...request))
            assert.ok(status === 200 || status === 404, `${request[1]}: ${status}`)
            const marks = ['HIDDEN', 'hidden.example', hidden.contact].filter((each) => !request[1].includes(each))
            for (const mark of marks) assert.ok(!text.includes(mark), `${request[1]}: ${text}`)
            assert.ok(textOf(await askWhole(...request)).text.includes('HIDDEN'), request[1])
          }
          const [mine] = requests(shown)
          assert.ok(textOf(await ask(...(mine as Request))).text.includes('SHOWN'), mine?.[1])
        })

      for (const [id, requests] of Object.entries(PARTS))
        await t.test(`${id} finds nothing of another channel`, async () => {
          for (const request of requests(hidden)) {
            assert.equal((await ask(...request)).status, 404, request[1])
            assert.equal((await askWhole(...request)).status, 200, request[1])
          }
          for (const request of requests(shown)) assert.equal((await ask(...request)).status, 200, request[1])
        })
    })
  })

  for (const [id, requests] of Object.entries(CHANGES))
    test(`${id} changes nothing of another channel`, async () => {
      await inScene(async ({ ask, hidden, shown }) => {
        for (const request of requests(hidden)) {
          const { status, json } = await ask(...request)
          assert.equal(status, 404, `${request[1]}: ${JSON.stringify(json)}`)
        }
        for (const request of requests(shown)) assert.notEqual((await ask(...request)).status, 404, request[1])
      })
    })

  test('figures, unread conversations and marks are of its channel, and paused hosts of none', async () => {
    await inScene(async ({ ask, askWhole, hidden, kit, shown }) => {
      await kit.world.counted()
      const figures = async (asking: Scene['ask']) => {
        const { json } = await asking('GET', '/overview')
        const unread = (await asking('GET', '/conversations/unread')).json.conversations
        const hosts = (await asking('GET', '/webhooks/paused-hosts')).json.records.length
        const { hasSentToSecond } = (await asking('GET', '/first-steps')).json
        return {
          accepted: json.accepted,
          retrying: json.webhooks.retrying,
          paused: json.pausedHosts.length,
          unread,
          hosts,
          hasSentToSecond,
        }
      }
      const own = { accepted: 1, retrying: 1, paused: 0, unread: 1, hosts: 0, hasSentToSecond: false }
      assert.deepEqual(await figures(ask), own)
      const whole = { accepted: 2, retrying: 2, paused: 2, unread: 2, hosts: 2, hasSentToSecond: true }
      assert.deepEqual(await figures(askWhole), whole)
      const read = (of: Traces) => ask('POST', conversation(of, '/read'), { incomingId: of.incomingId })
      await read(hidden)
      await read(shown)
      assert.equal((await askWhole('GET', '/conversations/unread')).json.conversations, 1)
      assert.equal((await kit.messages()).length, 2)
    })
  })
})

test('users see URLs of webhooks without what may be a token, those who keep the client see all of them', async () => {
  await inScene(async ({ ask, askWhole, kit, shown }) => {
    const admin = (await kit.addUser(kit.account.clientId, { role: 'admin' })).apiKey
    for (const path of ['/webhooks', `/webhooks/${shown.webhookId}`]) {
      for (const asking of [ask, askWhole]) {
        const { text } = textOf(await asking('GET', path))
        assert.ok(text.includes('https://shown.example/SHOWN"') && !text.includes('s3cret'), text)
      }
      assert.ok(textOf(await askAs(kit, admin, path)).text.includes('s3cret'))
    }
  })
})

const askAs = (kit: EngineKit, key: string, path: string) => ask(kit, 'GET', path, { headers: { 'x-api-key': key } })

function textOf({ status, body }: { readonly status: number; readonly body: { toString(): string } }) {
  return { status, text: body.toString() }
}
