import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Contacts, NetworkBlobs, Subscriptions } from '@heliograph/contracts'
import { type EngineCaller, shareEngine } from './support/engine-kit.ts'

const { withCallers } = shareEngine()

const ANNA = '27821112221'

const receive = ({ kit }: EngineCaller, from: string, text: string) => kit.receive({ from, text })

const pathOf = ({ kit }: EngineCaller, contact = ANNA) => `/conversations/${kit.account.channel.channelId}/${contact}`

describe('files that came in', () => {
  const PICTURE = Buffer.from(Array.from({ length: 200_000 }, (_, index) => (index * 7) % 256))

  /** A picture comes in, with this name. Resolves with its id and the id of its message. */
  async function receivePicture({ kit }: EngineCaller, fileName?: string, to = kit.account.channel.address) {
    const file = { mediaType: 'image/jpeg', fileName, octets: PICTURE }
    const { blobId } = await kit.service(NetworkBlobs).put(to, file)
    const incomingId = await kit.receive({ from: ANNA, to, text: '', attachments: [blobId] })
    return { blobId, incomingId }
  }

  test('are listed with their message, and downloaded as they are', async () => {
    await withCallers(async (caller) => {
      const { blobId, incomingId } = await receivePicture(caller, 'dog.jpg')
      const { json } = await caller.ask('user', 'GET', `/incoming/${incomingId}/attachments`)
      const [{ createdAt, ...record }] = json.records
      assert.deepEqual(record, { blobId, mediaType: 'image/jpeg', fileName: 'dog.jpg', size: PICTURE.length })
      assert.ok(!Number.isNaN(Date.parse(createdAt)))
      const { body, headers, status } = await caller.ask('user', 'GET', `/attachments/${blobId}`)
      assert.ok(status === 200 && body.equals(PICTURE))
      assert.deepEqual(
        ['content-type', 'x-content-type-options', 'cache-control'].map((name) => headers[name]),
        ['image/jpeg', 'nosniff', 'no-store'],
      )
    })
  })

  test('are in their conversation', async () => {
    await withCallers(async (caller) => {
      await receive(caller, ANNA, 'Look')
      const { blobId } = await receivePicture(caller)
      const { json } = await caller.ask('user', 'GET', `${pathOf(caller)}/entries`)
      const files = json.records.map(({ attachments }: { attachments: object[] }) => attachments)
      assert.deepEqual(
        files.map((list: { blobId: string; size: number }[]) => list.map((file) => [file.blobId, file.size])),
        [[[blobId, PICTURE.length]], []],
      )
    })
  })

  const NAMES: readonly (readonly [name: string | undefined, plain: string, escaped: string])[] = [
    ['dog.jpg', 'dog.jpg', 'dog.jpg'],
    ['un été.jpg', 'un__t_.jpg', 'un%20%C3%A9t%C3%A9.jpg'],
    ['a"; x="b\r\nSet-Cookie: a=b', 'a___x__b__Set-Cookie__a_b', 'a%22%3B%20x%3D%22b%0D%0ASet-Cookie%3A%20a%3Db'],
    ["it's (1)*.jpg", 'it_s__1__.jpg', 'it%27s%20%281%29%2A.jpg'],
    ['../../etc/passwd', '.._.._etc_passwd', '..%2F..%2Fetc%2Fpasswd'],
  ]
  for (const [name, plain, escaped] of NAMES)
    test(`are saved, never shown: ${JSON.stringify(name)}`, async () => {
      await withCallers(async (caller) => {
        const { blobId } = await receivePicture(caller, name)
        const { headers } = await caller.ask('user', 'GET', `/attachments/${blobId}`)
        assert.equal(headers['content-disposition'], `attachment; filename="${plain}"; filename*=UTF-8''${escaped}`)
      })
    })

  test('of another client are not found, by an operator either', async () => {
    await withCallers(async (caller) => {
      const { blobId, incomingId } = await receivePicture(caller, 'dog.jpg')
      for (const who of ['stranger', 'operator'] as const) {
        assert.equal((await caller.ask(who, 'GET', `/attachments/${blobId}`)).status, 404, who)
        assert.deepEqual((await caller.ask(who, 'GET', `/incoming/${incomingId}/attachments`)).json.records, [])
      }
      assert.equal((await caller.ask('admin', 'GET', `/attachments/${blobId}`)).status, 200)
      assert.equal((await caller.ask('user', 'GET', '/attachments/x')).status, 404)
    })
  })
})

describe('conversations', () => {
  test('are listed and shown, read and counted', async () => {
    await withCallers(async (caller) => {
      const incomingId = await receive(caller, ANNA, '<b>Hi</b>')
      const list = await caller.ask('user', 'GET', '/conversations')
      assert.equal(list.status, 200)
      const [record] = list.json.records
      assert.deepEqual([record.contact, record.unread, record.lastIncoming.text], [ANNA, 1, '<b>Hi</b>'])
      assert.deepEqual((await caller.ask('user', 'GET', pathOf(caller))).json, record)
      assert.equal((await caller.ask('user', 'GET', '/conversations/unread')).json.conversations, 1)
      assert.equal((await caller.ask('user', 'GET', '/conversations?unread=true')).json.records.length, 1)
      assert.equal((await caller.ask('user', 'POST', `${pathOf(caller)}/read`, { incomingId })).status, 204)
      assert.equal((await caller.ask('user', 'GET', '/conversations/unread')).json.conversations, 0)
      assert.deepEqual((await caller.ask('user', 'GET', '/conversations?unread=true')).json.records, [])
      assert.equal((await caller.ask('user', 'GET', '/conversations?number=083')).json.records.length, 0)
      assert.equal((await caller.ask('user', 'GET', '/conversations?name=anna')).json.records.length, 0)
      await caller.ask('user', 'PUT', `/contacts/${ANNA}`, { name: 'Anna Botha' })
      assert.equal((await caller.ask('user', 'GET', '/conversations?name=anna')).json.records.length, 1)
    })
  })

  test('an answer goes out from the channel with low priority, and once for each id', async () => {
    await withCallers(async (caller) => {
      await receive(caller, ANNA, 'question')
      const body = { text: 'answer', messageId: 'reply-1' }
      const sent = await caller.ask('user', 'POST', `${pathOf(caller)}/messages`, body)
      assert.deepEqual([sent.status, sent.json.state, sent.json.parts], [200, 'queued', 1])
      assert.deepEqual((await caller.ask('user', 'POST', `${pathOf(caller)}/messages`, body)).json, sent.json)
      const [message, ...others] = await caller.kit.messages()
      assert.deepEqual(others, [])
      assert.deepEqual(
        [message?.origin, message?.priority, message?.from, message?.to],
        ['portal', 'LOW', caller.kit.account.channel.address, ANNA],
      )
      const { records, next } = (await caller.ask('user', 'GET', `${pathOf(caller)}/entries`)).json
      assert.deepEqual(
        records.map(({ kind, text }: { kind: string; text: string }) => [kind, text]),
        [
          ['outgoing', 'answer'],
          ['incoming', 'question'],
        ],
      )
      assert.deepEqual([records[0].sentBy, next], [caller.kit.account.principal.email, null])
    })
  })

  test('an answer that cannot be sent says why', async () => {
    await withCallers(async (caller) => {
      const { account, receive, world } = caller.kit
      const { clientId } = account
      await receive({ from: ANNA, text: 'no more' })
      await receive({ from: 'BANK', text: 'statement' })
      const to = `2783${String(clientId).padStart(7, '0')}`
      const channelId = await world.addChannel(clientId, { number: to, default: false })
      await receive({ from: ANNA, text: 'here as well', to })
      const source = { kind: 'web' } as const
      await caller.kit.service(Subscriptions).set(clientId, ANNA, 'opted-out', source)
      const reply = (contact: string) =>
        caller.ask('user', 'POST', `${pathOf(caller, contact)}/messages`, { text: 'answer' })
      const refused = async (contact: string) => {
        const { status, json } = await reply(contact)
        return [status, json.code]
      }
      assert.deepEqual(await refused(ANNA), [409, 'opted-out'])
      assert.deepEqual(await refused('BANK'), [409, 'no-number'])
      assert.deepEqual(await refused('27821112229'), [404, 'conversation-not-found'])
      await world.disableChannel(channelId)
      const path = `/conversations/${channelId}/${ANNA}/messages`
      const { status, json } = await caller.ask('user', 'POST', path, { text: 'answer' })
      assert.deepEqual([status, json.code], [409, 'channel-disabled'])
      assert.deepEqual(await caller.kit.messages(), [])
    })
  })

  test('an answer says what the contact has; with an unknown placeholder it is refused', async () => {
    await withCallers(async (caller) => {
      await receive(caller, ANNA, 'hello')
      const { principal } = caller.kit.account
      await caller.kit.service(Contacts).save(principal, [{ mobile: ANNA, name: 'Anna Bell' }])
      const reply = (text: string) => caller.ask('user', 'POST', `${pathOf(caller)}/messages`, { text })
      assert.equal((await reply('Dear {first_name} {email|!}')).status, 200)
      assert.equal((await reply('Hallo {Vorname}')).json.code, 'unknown-placeholder')
      assert.equal((await reply('{email}')).json.code, 'missing-values')
      assert.deepEqual(
        (await caller.kit.messages()).map(({ text }) => text),
        ['Dear Anna !'],
      )
    })
  })

  test('colleagues assign, snooze and end a conversation, and note what is never sent', async () => {
    await withCallers(async (caller) => {
      await receive(caller, ANNA, 'hello')
      const path = pathOf(caller)
      const { email, userId } = caller.kit.account.principal
      const { records } = (await caller.ask('admin', 'GET', '/conversations/colleagues')).json
      assert.ok(records.some((each: object) => 'email' in each && each.email === email))
      const change = async (body: object) => (await caller.ask('admin', 'PATCH', path, body)).json
      const foldersOf = async (folder: string) =>
        (await caller.ask('user', 'GET', `/conversations?folder=${folder}`)).json.records.length
      assert.deepEqual((await change({ assigneeId: userId })).handling.assignee, { userId, email })
      assert.deepEqual([await foldersOf('mine'), await foldersOf('unassigned')], [1, 0])
      const snoozedUntil = new Date(caller.kit.clock.now() + 60_000).toISOString()
      assert.equal((await change({ snoozedUntil })).handling.snoozedUntil, snoozedUntil)
      assert.deepEqual([await foldersOf('snoozed'), await foldersOf('open')], [1, 0])
      const done = await change({ isDone: true })
      assert.deepEqual(
        [done.handling.isDone, done.handling.changedBy],
        [true, `admin@${caller.kit.account.clientId}.example`],
      )
      assert.deepEqual([await foldersOf('done'), await foldersOf('snoozed')], [1, 0])
      await receive(caller, ANNA, 'one more')
      assert.deepEqual([await foldersOf('done'), await foldersOf('open')], [0, 1])
      assert.equal((await change({ assigneeId: 1 })).code, 'unknown-colleague')
      const noted = await caller.ask('user', 'POST', `${path}/notes`, { text: 'Calls back' })
      assert.deepEqual([noted.status, noted.json.by, noted.json.text], [200, email, 'Calls back'])
      assert.deepEqual((await caller.ask('admin', 'GET', `${path}/notes`)).json.records, [noted.json])
      assert.deepEqual(await caller.kit.messages(), [])
    })
  })

  test('an answer is not sent when a colleague has answered what its writer has not seen', async () => {
    await withCallers(async (caller) => {
      await receive(caller, ANNA, 'question')
      const reply = (who: 'user' | 'admin', text: string, seenSmsId?: number) =>
        caller.ask(who, 'POST', `${pathOf(caller)}/messages`, { text, seenSmsId })
      await caller.ask('user', 'POST', `${pathOf(caller)}/answering`, { isAnswering: true })
      const shown = async () => (await caller.ask('admin', 'GET', pathOf(caller))).json.handling.answering.length
      assert.equal(await shown(), 1)
      const first = await reply('user', 'first', 0)
      assert.deepEqual([first.status, await shown()], [200, 0])
      const refused = await reply('admin', 'second', 0)
      assert.deepEqual([refused.status, refused.json.code], [409, 'answered-meanwhile'])
      assert.deepEqual(refused.json.details, { sentBy: caller.kit.account.principal.email, text: 'first' })
      assert.equal((await reply('user', 'mine again', 0)).status, 200)
      const { lastOutgoing } = (await caller.ask('admin', 'GET', pathOf(caller))).json
      assert.equal((await reply('admin', 'second', lastOutgoing.smsId)).status, 200)
      assert.deepEqual(
        (await caller.kit.messages()).map(({ text }) => text),
        ['first', 'mine again', 'second'],
      )
    })
  })

  test('another client has none of it; an operator that looks at the client has all', async () => {
    await withCallers(async (caller) => {
      const incomingId = await receive(caller, ANNA, 'hello')
      assert.deepEqual((await caller.ask('stranger', 'GET', '/conversations')).json.records, [])
      assert.equal((await caller.ask('stranger', 'GET', pathOf(caller))).status, 404)
      assert.deepEqual((await caller.ask('stranger', 'GET', `${pathOf(caller)}/entries`)).json.records, [])
      assert.equal((await caller.ask('stranger', 'POST', `${pathOf(caller)}/messages`, { text: 'x' })).status, 404)
      await caller.ask('stranger', 'POST', `${pathOf(caller)}/read`, { incomingId })
      assert.equal((await caller.ask('user', 'GET', '/conversations/unread')).json.conversations, 1)
      const client = `?client=${caller.kit.account.clientId}`
      assert.equal((await caller.ask('operator', 'GET', `/conversations${client}`)).json.records.length, 1)
      const search = '/conversations/search?words=HEL'
      const found = async (user: 'user' | 'stranger' | 'operator', more = '') =>
        (await caller.ask(user, 'GET', `${search}${more}`)).json.records.length
      assert.deepEqual([await found('user'), await found('stranger'), await found('operator')], [1, 0, 0])
      assert.equal(await found('operator', `&client=${caller.kit.account.clientId}`), 1)
    })
  })
})
