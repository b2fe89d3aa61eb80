import assert from 'node:assert/strict'
import { test } from 'node:test'
import { indexKey } from '../src/database/index-key.ts'
import { useDatabase } from './support/database-fixture.ts'

const database = useDatabase()

/** A B-tree refuses longer entries, and with them the whole statement (SQLSTATE 54000). */
const MOST_OCTETS = 2_704
const OCTETS_PER_CHARACTER = 3

/** The most characters of each text that is in an index, as far as what stores it lets through. */
const LIMITS: Readonly<Record<string, number>> = {
  // Numbers and senders: 15 digits with a prefix, or 11 characters.
  address: 32,
  recipient: 32,
  sender: 32,
  mobile: 32,
  number: 32,
  outgoing_number: 32,
  held_recipient: 32,
  calling_code: 3,
  // Of short links.
  code: 10,
  // Names, and their folded forms.
  name: 200,
  name_key: 200,
  words: 203,
  email: 254,
  account: 254,
  contact: 32,
  // Ids that come from clients and networks.
  message_id: 255,
  request_id: 64,
  bulk_id: 64,
  network_key: 255,
  candidates: 300,
  network_status: 255,
  // Hashes.
  key_hash: 32,
  smpp_hash: 32,
  number_hash: 32,
  address_group: 64,
  refusal: 64,
  // Octets that authenticators choose.
  credential_id: 1_023 / OCTETS_PER_CHARACTER,
  // Words of the gateway and names in its configuration.
  kind: 32,
  division: 32,
  reason: 32,
  state: 32,
  origin: 100,
  instance: 100,
  link: 200,
  route: 100,
  subscription: 200,
  key: 200,
  // Texts of any length, as `indexKey` has them.
  endpoint: indexKey('字'.repeat(10_000)).length,
}

test('every text in an index has a limit, and all of an entry fit together', async () => {
  const indexes = await database.sql<{ index: string; texts: string[] }[]>`
    select x.indexrelid::regclass::text as index, array_agg(a.attname::text) as texts
    from pg_index x
    join pg_class t on t.oid = x.indrelid and not t.relispartition and t.relnamespace = 'heliograph'::regnamespace
    join pg_attribute a on a.attrelid = x.indexrelid
      and a.atttypid in ('text'::regtype, 'varchar'::regtype, 'name'::regtype, 'bytea'::regtype, 'jsonb'::regtype)
    group by 1`
  assert.ok(indexes.length > 30)
  for (const { index, texts } of indexes) {
    const without = texts.filter((text) => LIMITS[text] === undefined)
    assert.deepEqual(without, [], `${index} has a text without a limit`)
    const octets = texts.reduce((sum, text) => sum + (LIMITS[text] ?? 0) * OCTETS_PER_CHARACTER, 0)
    assert.ok(octets < MOST_OCTETS, `an entry of ${index} may have ${octets} octets`)
  }
})

test('the key of a long text is short and its own', () => {
  const texts = ['short', 'x'.repeat(256), 'x'.repeat(257), 'x'.repeat(258)]
  assert.deepEqual(texts.slice(0, 2).map(indexKey), texts.slice(0, 2))
  assert.equal(new Set(texts.map(indexKey)).size, texts.length)
  assert.ok(texts.every((text) => indexKey(text).length <= 256))
})
