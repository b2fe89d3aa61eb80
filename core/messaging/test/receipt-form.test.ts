import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MESSAGE_STATES, type ReceiptRequest } from '@heliograph/contracts'
import { isFinal, receiptKindOf, receiptRequestFault } from '../src/index.ts'

test('what a receipt tells follows from the state: only final ones are delivered or failed', () => {
  for (const state of MESSAGE_STATES) {
    const expected = state === 'delivered' ? 'delivered' : isFinal(state) ? 'failed' : 'pending'
    assert.equal(receiptKindOf(state), expected, state)
  }
})

const FIT: readonly ReceiptRequest[] = [
  {},
  { method: 'GET', url: 'http://client.example/?id=%I&type=%d' },
  { method: 'PUT', headers: { 'Content-Type': 'text/plain', 'X-Empty': '' }, body: '' },
  { body: 'grüße 🙂' },
  { signature: { header: 'X-Their-Signature', algorithm: 'sha1', encoding: 'base64', text: 'grüße' } },
]

test('requests that can be sent', () => {
  for (const request of FIT) assert.equal(receiptRequestFault(request), undefined)
})

const SIGNATURE = { header: 'X-Their-Signature', algorithm: 'sha1', encoding: 'hex', text: '' }

const UNFIT: readonly (readonly [request: unknown, fault: RegExp])[] = [
  [undefined, /not a request but undefined/],
  [null, /not a request/],
  ['GET', /not a request but string/],
  [Promise.resolve({}), /a promise/],
  [{ method: 'get' }, /its method is get/],
  [{ method: 'DELETE' }, /its method/],
  [{ url: '/dlr' }, /its URL/],
  [{ body: Buffer.from('x') }, /its body is not text/],
  [{ method: 'GET', body: '' }, /GET with a body/],
  [{ headers: { 'a b': 'c' } }, /the header 'a b'/],
  [{ headers: { 'Content-length': '3' } }, /the header 'Content-length'/],
  [{ headers: { 'Proxy-Connection': 'x' } }, /the header 'Proxy-Connection'/],
  [{ headers: { a: 'b\nc' } }, /its header 'a'/],
  [{ headers: { a: 'ü' } }, /its header 'a'/],
  [{ headers: { a: 1 } }, /its header 'a'/],
  [{ signature: { ...SIGNATURE, header: 'Host' } }, /its signature has the header 'Host'/],
  [{ signature: { ...SIGNATURE, header: 'a b' } }, /its signature has the header/],
  [{ signature: { ...SIGNATURE, algorithm: 'md5' } }, /its signature is by md5/],
  [{ signature: { ...SIGNATURE, encoding: 'latin1' } }, /its signature is in latin1/],
  [{ signature: { ...SIGNATURE, text: Buffer.from('x') } }, /its signature is not over text/],
]

test('requests that cannot, with the reason', () => {
  for (const [request, fault] of UNFIT) assert.match(receiptRequestFault(request as ReceiptRequest) ?? '', fault)
})
