import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { SubscriptionLink } from '@heliograph/contracts'
import { fillSubscriptionLinks, hasSubscriptionLinks, type LinkBases } from '../src/index.ts'

const site = {
  baseUrl: 'https://sms.example.com',
  sign: ({ clientId, direction, mobile }: SubscriptionLink) => `<${direction} ${clientId} ${mobile}>`,
}
const short = {
  url: 'https://o.example',
  codeOf: ({ clientId, direction, mobile }: SubscriptionLink) => `<short ${direction} ${clientId} ${mobile}>`,
}
const owner = (bases: LinkBases, form?: typeof short) => ({ clientId: 1001, bases, site: { ...site, short: form } })
const MOBILE = '27821234567'

describe('links in a text', () => {
  const ROWS: readonly (readonly [
    name: string,
    text: string,
    bases: LinkBases,
    expected: string,
    form?: typeof short,
  ])[] = [
    // spec: Channel settings (portal) | default | link bases: {base_url}/sms/2/messages/subscription/ -> by default they lead to the page of the gateway, signed
    [
      'by default they lead to the page of the gateway, signed',
      'Bye: {opt_out_link} Back: {opt_in_link}',
      {},
      'Bye: https://sms.example.com/sms/2/messages/subscription/1001/opt/out/27821234567?s=<out 1001 27821234567> ' +
        'Back: https://sms.example.com/sms/2/messages/subscription/1001/opt/in/27821234567?s=<in 1001 27821234567>',
    ],
    [
      // spec: Channel settings (portal) | field | opt-out link base ; opt-in link base -> each begins with its own base
      'each begins with its own base',
      '{opt_out_link} {opt_in_link}',
      { optOutLinkBase: 'https://a.example/?out=', optInLinkBase: '{base_url}/in/' },
      'https://a.example/?out=1001/opt/out/27821234567 https://sms.example.com/in/1001/opt/in/27821234567?s=<in 1001 27821234567>',
    ],
    // spec: Channel settings (portal) | rule | a blank link base: the client uses a page of its own -> with a page of the client they stand for nothing
    [
      'with a page of the client they stand for nothing',
      'Bye {opt_out_link}.{opt_in_link}',
      { optOutLinkBase: '', optInLinkBase: '' },
      'Bye .',
    ],
    [
      'only those are signed that lead to the gateway itself, and by a path',
      '{opt_out_link} {opt_in_link}',
      { optOutLinkBase: 'https://sms.example.com.evil/', optInLinkBase: '{base_url}/?in=' },
      'https://sms.example.com.evil/1001/opt/out/27821234567 https://sms.example.com/?in=1001/opt/in/27821234567',
    ],
    [
      'they may stand there several times',
      '{opt_in_link}{opt_in_link}',
      { optInLinkBase: 'b:' },
      `${'b:1001/opt/in/27821234567'.repeat(2)}`,
    ],
    [
      'what a base holds is not read again',
      '{opt_out_link}',
      { optOutLinkBase: '$&{opt_in_link}' },
      '$&{opt_in_link}1001/opt/out/27821234567',
    ],
    [
      'where the site has a short form, links without a base are short',
      'Bye: {opt_out_link} Back: {opt_in_link}',
      { optInLinkBase: 'https://a.example/' },
      'Bye: https://o.example/<short out 1001 27821234567> Back: https://a.example/1001/opt/in/27821234567',
      short,
    ],
    ['and none where the client has a page of its own', 'Bye {opt_out_link}.', { optOutLinkBase: '' }, 'Bye .', short],
    ['other braces stay', '{OPT_OUT_LINK} {opt_link} {opt_out_link }', {}, '{OPT_OUT_LINK} {opt_link} {opt_out_link }'],
  ]
  for (const [name, text, bases, expected, form] of ROWS) {
    test(name, () => {
      assert.equal(fillSubscriptionLinks(text, MOBILE, owner(bases, form)), expected)
      assert.equal(hasSubscriptionLinks(text), /\{opt_(out|in)_link\}/.test(text))
    })
  }
})
