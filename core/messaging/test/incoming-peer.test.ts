import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { findFreePort } from '../../testkit/src/sockets/free-ports.ts'
import { incomingGetUrl, incomingSoapRequest, readReply } from '../src/index.ts'

const skip =
  spawnSync('php', ['-r', 'exit(class_exists("SoapServer") ? 0 : 1);']).status !== 0 &&
  "PHP's SoapServer is not installed (Debian packages php-cli, php-soap)"

const KEY = 'k3y <&> "ü"'
const NAMESPACE = 'urn:example:sms'
const facts = {
  incomingId: 1042,
  from: '27831234567',
  to: '31234',
  text: 'Grüße & <b>1 < 2</b>\n🙂 a+b %20',
  receivedAt: new Date('2026-01-31T08:15:00Z'),
}

describe('a receiver in PHP', { skip }, () => {
  let php: ChildProcess
  let url: string

  before(async () => {
    const port = await findFreePort()
    const script = fileURLToPath(new URL('peers/receiver.php', import.meta.url))
    php = spawn('php', ['-S', `127.0.0.1:${port}`, script], { stdio: 'ignore' })
    url = `http://127.0.0.1:${port}`
    while (!(await isListening(port))) {
      if (php.exitCode !== null) throw new Error('PHP has ended')
      await delay(20)
    }
  })
  after(async () => {
    const ended = once(php, 'exit')
    php.kill()
    await ended
  })

  async function call(address: string, request: RequestInit, form: 'get' | 'soap') {
    const response = await fetch(address, request)
    const contentType = response.headers.get('content-type') ?? undefined
    const reply = { status: response.status, contentType, body: new Uint8Array(await response.arrayBuffer()) }
    return { ...reply, text: readReply(reply, form) }
  }

  async function callSoap(change: Partial<typeof facts> = {}, key = KEY) {
    const { body, headers } = incomingSoapRequest({ ...facts, ...change }, key, NAMESPACE)
    return call(url, { method: 'POST', headers, body }, 'soap')
  }

  // spec: Incoming SMS webhook | rule | SOAP 1.2 request, element incomingsms in its namespace
  // spec: Incoming SMS webhook | field | SOAP: incomingsmsid ; SOAP: timestamp ; SOAP: sender ; SOAP: msg ; SOAP: securitykey
  // spec: Incoming SMS webhook | rule | SOAP: the text content of the response becomes the auto-reply
  test('by SoapServer understands the request, and its reply is understood', async () => {
    const { contentType, text } = await callSoap()
    assert.match(contentType ?? '', /^application\/soap\+xml/)
    assert.equal(text, '1042|1769847300|27831234567|Grüße & <b>1 < 2</b> 🙂 a+b %20')
  })

  test('by SoapServer sees a wrong key, and its fault is no text', async () => {
    assert.equal((await callSoap({}, 'other')).text, 'wrong key')
    assert.deepEqual(
      [(await callSoap({ from: 'fault' })).status, (await callSoap({ from: 'fault' })).text],
      [500, null],
    )
  })

  // spec: Incoming SMS webhook | parameter | GET: securitykey ; GET: incomingsmsid ; GET: timestamp, Unix time in seconds ; GET: sender ; GET: recipient
  // spec: Incoming SMS webhook | parameter | GET: msg, Base64 of key, message, key ; GET: message, plain text
  test('by its query understands the request, and its reply is understood', async () => {
    const { text } = await call(incomingGetUrl(`${url}/get?own=a+b%26`, facts, KEY), {}, 'get')
    assert.equal(text, '1042|1769847300|27831234567|Grüße & <b>1 < 2</b> 🙂 a+b %20|31234|same|a b&')
  })
})

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('connect', () => resolve(true))
    socket.on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })
}
