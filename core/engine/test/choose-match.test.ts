import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { NetworkReceipt } from '@heliograph/contracts'
import { chooseMatches } from '../src/outbound/receipts/choose-match.ts'
import type { MatchRow } from '../src/outbound/receipts/receipt-statements.ts'

const RECEIPT: NetworkReceipt = {
  carrier: 'net',
  networkId: 'x',
  status: 'delivered',
  networkStatus: 'DELIVRD',
  errorId: null,
  doneAt: new Date(0),
}

describe('which submission a receipt is for', () => {
  const [own, other] = ['net/a', 'net/b']
  const candidate = (change: Partial<MatchRow> = {}): MatchRow => ({
    receipt: 0,
    rank: 0,
    sms_id: 1,
    attempt: 1,
    part: 1,
    part_state: 'submitted',
    part_status: null,
    part_error: null,
    part_done_at: null,
    link: own,
    network_id: 'x',
    request_id: null,
    recipient: '27831234567',
    parts: 1,
    state: 'submitted',
    latest_attempt: 1,
    network_status: null,
    error_id: null,
    done_at: null,
    ...change,
  })
  const [exact, converted] = [{ rank: 0 }, { rank: 1 }]
  const named = { to: '27831234567' }
  const another = { to: '27839999999' }

  interface Row {
    readonly name: string
    readonly receipt: { readonly to?: string; readonly link?: string }
    readonly candidates: readonly Partial<MatchRow>[]
    /** The place among the candidates of the one that the receipt is for; undefined when it waits. */
    readonly chosen: number | undefined
  }
  const rows: readonly Row[] = [
    { name: 'the id as stored, the number agrees', receipt: named, candidates: [exact], chosen: 0 },
    { name: 'the id as stored, another number', receipt: another, candidates: [exact], chosen: undefined },
    {
      name: 'the id as stored, another number, its own link',
      receipt: { ...another, link: 'a' },
      candidates: [exact],
      chosen: undefined,
    },
    { name: 'the id as stored, no number, its own link', receipt: { link: 'a' }, candidates: [exact], chosen: 0 },
    { name: 'the id as stored, no number, no link', receipt: {}, candidates: [exact], chosen: 0 },
    {
      name: 'the id as stored, no number, another link, alone',
      receipt: { link: 'b' },
      candidates: [exact],
      chosen: 0,
    },
    {
      name: 'the id as stored, no number, another link, with a converted one',
      receipt: { link: 'b' },
      candidates: [exact, { ...converted, link: other }],
      chosen: undefined,
    },
    {
      name: 'the id as stored, the number agrees, another link',
      receipt: { ...named, link: 'b' },
      candidates: [exact],
      chosen: 0,
    },
    { name: 'a converted id, the number agrees', receipt: named, candidates: [converted], chosen: 0 },
    {
      name: 'a converted id, the number agrees, another link',
      receipt: { ...named, link: 'b' },
      candidates: [converted],
      chosen: 0,
    },
    { name: 'a converted id, another number', receipt: another, candidates: [converted], chosen: undefined },
    {
      name: 'a converted id, no number, its own link, alone',
      receipt: { link: 'a' },
      candidates: [converted],
      chosen: 0,
    },
    { name: 'a converted id, no number, no link, alone', receipt: {}, candidates: [converted], chosen: 0 },
    {
      name: 'a converted id, no number, another link',
      receipt: { link: 'b' },
      candidates: [converted],
      chosen: undefined,
    },
    {
      name: 'two converted ids, no number',
      receipt: { link: 'a' },
      candidates: [converted, { rank: 2 }],
      chosen: undefined,
    },
    {
      name: 'an id as stored and a converted one, no number',
      receipt: { link: 'a' },
      candidates: [converted, exact],
      chosen: 1,
    },
    {
      name: 'an id as stored of another number and a converted one whose number agrees',
      receipt: named,
      candidates: [{ ...exact, recipient: '27839999999' }, converted],
      chosen: 1,
    },
    {
      name: 'both numbers agree: the own link',
      receipt: { ...named, link: 'a' },
      candidates: [{ ...exact, link: other }, converted],
      chosen: 1,
    },
    {
      name: 'both numbers agree, one link: the id as stored',
      receipt: { ...named, link: 'a' },
      candidates: [converted, exact],
      chosen: 1,
    },
    {
      name: 'an id used twice: the latest',
      receipt: { link: 'a' },
      candidates: [{ sms_id: 5 }, { sms_id: 7 }, { sms_id: 6 }],
      chosen: 1,
    },
    { name: 'the number in national form', receipt: { to: '0831234567' }, candidates: [exact], chosen: 0 },
    {
      name: 'the number with the prefix of the link',
      receipt: { to: '9927831234567' },
      candidates: [exact],
      chosen: 0,
    },
    {
      name: 'a short number that the other ends with',
      receipt: { to: '234567' },
      candidates: [exact],
      chosen: undefined,
    },
    { name: 'none', receipt: named, candidates: [], chosen: undefined },
  ]
  for (const { name, receipt, candidates, chosen } of rows) {
    it(`${name}: ${chosen === undefined ? 'it waits' : 'that'}`, () => {
      const given = [{ ...RECEIPT, ...receipt }]
      const all = candidates.map(candidate)
      const match = chooseMatches(given, all).get(0)
      assert.equal(match && all.indexOf(match), chosen)
    })
  }
})
