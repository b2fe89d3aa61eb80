import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { startWebhookReceiver, type WebhookReceiver } from '../src/webhook-receiver.ts'

describe('startWebhookReceiver', () => {
  let receiver: WebhookReceiver
  beforeEach(async () => {
    receiver = await startWebhookReceiver()
  })
  afterEach(() => receiver.close())

  const post = (path: string, body: string | Uint8Array, headers: Record<string, string> = {}) =>
    fetch(receiver.url + path, { method: 'POST', body, headers, redirect: 'manual' })

  test('records method, path, query, headers and the octets of the body', async () => {
    const octets = Uint8Array.of(0, 255, 10, 13)
    const response = await post('/hook?a=1&b=?', octets, { 'X-Signature': 'abc' })
    assert.equal(response.status, 200)
    const request = await receiver.next()
    assert.equal(request.method, 'POST')
    assert.equal(request.path, '/hook')
    assert.equal(request.query, 'a=1&b=?')
    assert.equal(request.headers['x-signature'], 'abc')
    assert.deepEqual(request.body, Buffer.from(octets))
  })

  test('answers by script, then as always', async () => {
    receiver.script({ status: 500, body: 'no' }, { status: 202, headers: { 'x-a': 'b' } })
    receiver.always((request) => ({ status: 200, body: request.path }))
    const first = await post('/1', '')
    assert.deepEqual([first.status, await first.text()], [500, 'no'])
    const second = await post('/2', '')
    assert.deepEqual([second.status, second.headers.get('x-a')], [202, 'b'])
    assert.equal(await (await post('/3', '')).text(), '/3')
  })

  test('redirects', async () => {
    receiver.script({ redirectTo: 'http://127.0.0.1:9/other' })
    const response = await post('/', '')
    assert.deepEqual([response.status, response.headers.get('location')], [302, 'http://127.0.0.1:9/other'])
  })

  test('drops the connection before an answer and within one', async () => {
    receiver.script({ drop: 'before-answer' }, { drop: 'within-body' })
    await assert.rejects(post('/', 'x'))
    const cut = await post('/', 'y')
    assert.equal(cut.status, 200)
    await assert.rejects(cut.text())
    assert.deepEqual(
      receiver.requests.map((request) => request.text),
      ['x', 'y'],
    )
  })

  test('holds an answer until it is released', async () => {
    const release = receiver.hold({ status: 204 })
    let answered = false
    const held = post('/', 'held').then((response) => {
      answered = true
      return response.status
    })
    assert.equal((await receiver.next()).text, 'held')
    assert.equal((await post('/', 'meanwhile')).status, 200)
    assert.equal(answered, false)
    release()
    assert.equal(await held, 204)
  })

  test('next returns each request once, waitFor any that fits', async () => {
    const later = receiver.waitFor((request) => request.text === 'two')
    await post('/', 'one')
    await post('/', 'two')
    assert.equal((await later).text, 'two')
    assert.deepEqual([(await receiver.next()).text, (await receiver.next()).text], ['one', 'two'])
    assert.equal((await receiver.waitFor((request) => request.text === 'one')).text, 'one')
  })

  test('says what came when the awaited request does not', async () => {
    await post('/seen', 'something')
    await assert.rejects(
      receiver.waitFor((request) => request.path === '/awaited', 1),
      /within 1 ms; received: POST \/seen something/,
    )
  })

  test('closing rejects those who wait and lets go of held connections', async () => {
    receiver.hold()
    const held = assert.rejects(post('/', 'held'))
    await receiver.next()
    const waiting = assert.rejects(receiver.next(), /closed/)
    await receiver.close()
    await Promise.all([held, waiting])
  })
})
