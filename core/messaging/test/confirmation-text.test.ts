import assert from 'node:assert/strict'
import { it } from 'node:test'
import { defaultConfirmation, forwardText } from '../src/index.ts'

const facts = { contact: '27831234567', clientName: 'Acme', channel: '31234' }

// spec: Opt-out webhook | default | opt-out text: contact number, client, no more messages, JOIN to the channel
it('an opt-out is confirmed with the number, the client and the way back', () => {
  assert.equal(
    defaultConfirmation('opt_out', facts),
    '27831234567 has opted out of messages from Acme. You will receive no more messages. Send JOIN to 31234 to opt back in.',
  )
})

// spec: Opt-out webhook | default | opt-in text: contact number, client, STOP to the channel
it('an opt-in is confirmed with the number, the client and the way out', () => {
  assert.equal(
    defaultConfirmation('opt_in', facts),
    '27831234567 has opted in to messages from Acme. Send STOP to 31234 to opt out.',
  )
})

it('what is forwarded to a mobile says who wrote to which number', () => {
  assert.equal(
    forwardText({ from: '27831234567', to: '31234', text: 'Call me\nplease' }),
    'From 27831234567 to 31234: Call me\nplease',
  )
})
