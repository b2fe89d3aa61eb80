import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readCurl, toFetch } from '../src/pages/developers/run/http-request.ts'
import { messageIn } from '../src/pages/developers/run/message-in.ts'

const FORM = 'Content-Type: application/x-www-form-urlencoded'
const ORIGIN = 'https://gateway.example'

describe('a command of curl', () => {
  const COMMANDS: readonly (readonly [command: string, request: object])[] = [
    [
      `curl -s ${ORIGIN}/sms -H 'Authorization: App K' -H 'Content-Type: application/json' -d '{"to":"1"}'`,
      {
        method: 'POST',
        path: '/sms',
        headers: 'Authorization: App K\nContent-Type: application/json',
        body: '{"to":"1"}',
      },
    ],
    [`curl -s '${ORIGIN}/a.ashx?key=K&to=1'`, { method: 'GET', path: '/a.ashx?key=K&to=1', headers: '', body: '' }],
    [
      `curl -s ${ORIGIN}/a -d User=demo -d Message=Hello`,
      { method: 'POST', path: '/a', headers: FORM, body: 'User=demo&Message=Hello' },
    ],
    [`curl -X DELETE ${ORIGIN}/a`, { method: 'DELETE', path: '/a', headers: '', body: '' }],
  ]
  for (const [command, request] of COMMANDS)
    test(`is read: ${command.slice(0, 60)}`, () => {
      assert.deepEqual(readCurl(command), request)
    })

  for (const command of ['wget http://x', 'curl -s', `curl --proxy http://evil.example ${ORIGIN}/a`])
    test(`is not read: ${command}`, () => {
      assert.equal(readCurl(command), undefined)
    })
})

describe('a request to be sent', () => {
  const request = { method: 'POST', path: '/a?key=YOUR_API_KEY', headers: 'X-API-Key: YOUR_API_KEY', body: 'x' }

  test('has the key in its place, and no cookie', () => {
    const ready = toFetch(request, 'secret', ORIGIN)
    assert.ok('init' in ready)
    const { headers, ...init } = ready.init
    assert.deepEqual([ready.path, [...headers]], ['/a?key=secret', [['x-api-key', 'secret']]])
    const how = { credentials: 'omit', redirect: 'manual', cache: 'no-store' }
    assert.deepEqual(init, { method: 'POST', ...how, body: 'x' })
  })

  for (const path of ['https://evil.example/', '//evil.example/', '/\\evil.example/', '', 'a'])
    test(`goes to no other origin: ${path}`, () => {
      assert.deepEqual(toFetch({ ...request, path }, 'secret', ORIGIN), { problem: 'path' })
    })

  for (const headers of ['nocolon', 'X Y: z', ': empty'])
    test(`is refused with an invalid header: ${headers}`, () => {
      assert.deepEqual(toFetch({ ...request, headers }, 'secret', ORIGIN), { problem: 'header' })
    })
})

describe('the message in a request', () => {
  const ROWS: readonly (readonly [
    what: string,
    request: readonly [path: string, body: string],
    found: object | undefined,
  ])[] = [
    [
      'JSON of several levels',
      ['/a', '{"messages":[{"destinations":[{"to":"1"},{"to":"2"}],"text":"Hi"}]}'],
      { to: ['1', '2'], text: 'Hi' },
    ],
    ['a list of recipients', ['/a', '{"to":["1","2"],"message":"Hi"}'], { to: ['1', '2'], text: 'Hi' }],
    ['a query', ['/a?to=1,2&msg=Hi%20you', ''], { to: ['1', '2'], text: 'Hi you' }],
    ['a form', ['/a', 'Numbers=1&Message=Hi'], { to: ['1'], text: 'Hi' }],
    ['two texts', ['/a', '{"messages":[{"to":"1","text":"a"},{"to":"2","text":"b"}]}'], undefined],
    ['nobody', ['/a', '{"text":"Hi"}'], undefined],
    ['what is no JSON', ['/a', '{"to":'], undefined],
  ]
  for (const [what, [path, body], found] of ROWS)
    test(`is found in ${what}`, () => {
      assert.deepEqual(messageIn({ method: 'POST', path, headers: '', body }), found)
    })
})
