import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Conversations, Erasures, Messages, type Principal } from '@heliograph/contracts'
import { indexWords } from '../src/operate/maintenance/index-words.ts'
import { systemClock } from './support/engine-harness.ts'
import { type IncomingWorld, startIncomingWorld } from './support/incoming-world.ts'
import { find } from './support/smpp-node.ts'

describe('words that were said', () => {
  let world: IncomingWorld
  let conversations: Conversations

  before(async () => {
    world = await startIncomingWorld()
    conversations = find(world.engine.services, Conversations)
  })
  after(() => world.close())

  /** Contacts of conversations in which these words were said, with the texts; a slow machine needs more pages. */
  async function search(words: string, principal: Principal = world.principal) {
    const found: (readonly [string, string])[] = []
    let before: number | undefined
    do {
      const { records, next } = await conversations.search(principal, { words, limit: 20, before })
      for (const { conversation, said } of records) found.push([conversation.contact, said.text])
      before = next
    } while (before !== undefined)
    return found
  }

  async function say(to: string, text: string) {
    await world.submit({ to, text, from: world.channel })
  }

  /** Reads all blocks again, as if their ids had been given out long ago. */
  async function index() {
    const { sql } = world.engine
    await sql`delete from id_mark`
    await sql`insert into id_mark (at, from_id) select now() - interval '1 hour', last_value * 1000 + 1000 from id_block`
    await sql`update word_mark set read_to = 0`
    await indexWords(sql, systemClock, undefined)
    const [row] = await sql<{ blocks: number }[]>`select count(*)::integer as blocks from word_block`
    assert.ok((row as { blocks: number }).blocks > 0)
  }

  for (const state of ['before their blocks are read', 'afterwards'])
    it(`are found in both directions and any order, ${state}`, async () => {
      const [anna, ben] = [world.sender(), world.sender()]
      const mark = state === 'afterwards' ? 'later' : 'sooner'
      await world.receive(anna, `Is the Réunion on Monday? ${mark}`)
      await world.receive(ben, `Thank you ${mark}`)
      await say(ben, `Your réunion is on Tuesday, ${mark}`)
      await say(world.sender(), `Nobody answered about the reunion ${mark}`)
      if (state === 'afterwards') await index()
      assert.deepEqual(await search(`REUNION ${mark}`), [
        [ben, `Your réunion is on Tuesday, ${mark}`],
        [anna, `Is the Réunion on Monday? ${mark}`],
      ])
      assert.deepEqual(await search(`${mark} mond reun`), [[anna, `Is the Réunion on Monday? ${mark}`]])
      assert.deepEqual(await search(`union ${mark}`), [])
      assert.deepEqual(await search(`thank tuesday ${mark}`), [], 'in two texts')
      assert.deepEqual(await search('!?'), [])
      assert.deepEqual(await search(`reunion ${mark}`, await world.addClient()), [])
    })

  /** A text, and how its words may be typed. */
  const SPELLINGS: readonly (readonly [string, readonly string[]])[] = [
    ['Ｆｕｌｌ width 300 \u212a', ['full', 'WIDTH', '300 k', 'ｗｉｄ']],
    ['ﬁnally: ﬃ', ['final', 'ffi']],
    ['Приходите ЗАВТРА at 9', ['завтра', 'прих 9', 'ПРИХОДИТЕ at']],
    ["50%_off\\, don't wait", ['50', 'off', 'don', 't', 'wait 50']],
    ['Straße a\u0301 la carte', ['straße', 'a la', 'á', 'CARTE']],
    ['😀 smile', ['smile', 'SMI']],
  ]
  for (const [text, spellings] of SPELLINGS)
    it(`${text} is found as ${spellings.join(', ')}`, async () => {
      const contact = world.sender()
      await world.receive(contact, text)
      await index()
      for (const typed of spellings)
        assert.deepEqual(
          (await search(typed)).filter(([found]) => found === contact),
          [[contact, text]],
          typed,
        )
    })

  it('pages lead from one to the next, each conversation with another text', async () => {
    const contacts = [world.sender(), world.sender(), world.sender()]
    for (const contact of contacts) await world.receive(contact, 'Zebra crossing')
    await index()
    const found: string[] = []
    let before: number | undefined
    do {
      const page = await conversations.search(world.principal, { words: 'zebra', limit: 1, before })
      found.push(...page.records.map(({ conversation }) => conversation.contact))
      before = page.next
    } while (before !== undefined)
    assert.deepEqual(found, contacts.toReversed())
  })

  it('of a person who was erased, and of texts that were removed, are found no more, nor kept', async () => {
    const { sql } = world.engine
    const [anna, ben] = [world.sender(), world.sender()]
    await world.receive(anna, 'Quagga stripes')
    await world.receive(ben, 'Quagga hooves')
    await index()
    const isKept = async (word: string) => {
      const rows = await sql`
        select from word_block where words @@ ${`'${world.principal.clientId}/${word}'`}::text::tsquery`
      return rows.length > 0
    }
    assert.deepEqual([(await search('quagga')).length, await isKept('stripes')], [2, true])
    await find(world.engine.services, Erasures).erase({ ...world.principal, role: 'admin' }, anna)
    assert.deepEqual(await search('quagga'), [[ben, 'Quagga hooves']])
    await indexWords(sql, systemClock, undefined)
    assert.deepEqual([await isKept('stripes'), await isKept('hooves')], [false, true])
    await sql`update incoming_message set body = null where sender = ${ben}`
    assert.deepEqual(await search('quagga'), [])
    // All of them are older than a text may be.
    await indexWords(sql, systemClock, 0)
    assert.equal(await isKept('hooves'), false)
  })

  it('of a text that was replaced, the old are found no more, and the new are', async () => {
    const { services, sql } = world.engine
    const anna = world.sender()
    await world.receive(anna, 'Remind me')
    const sendAt = new Date(Date.now() + 3_600_000)
    const { entries } = await world.submit({ to: anna, text: 'Gnu tomorrow', from: world.channel, sendAt })
    await index()
    assert.deepEqual(await search('gnu'), [[anna, 'Gnu tomorrow']])
    await find(services, Messages).replace(world.principal, entries[0]?.smsId ?? 0, { text: 'Kudu tomorrow' })
    await indexWords(sql, systemClock, undefined)
    assert.deepEqual([await search('gnu'), await search('kudu')], [[], [[anna, 'Kudu tomorrow']]])
  })

  it('a block with very many words is kept in parts, and octets are no words', async () => {
    const from = world.sender()
    for (let n = 0; n < 3; n += 1)
      await world.receive(from, Array.from({ length: 2_400 }, (_, i) => `w${n * 2_400 + i}`).join(' '))
    await world.receive(from, '4F4354455453', { encoding: 'binary' })
    await index()
    assert.equal((await search('w7199')).length, 1)
    assert.equal((await search('w1')).length, 1)
    assert.deepEqual(await search('4F4354455453'), [])
  })
})
