import assert from 'node:assert/strict'
import type { InjectedResponse } from '@heliograph/http'
import type { IdNumbering } from '../memory/id-sequences.ts'
import type { StoredMessage } from '../memory/messages.ts'
import type { AdapterCase } from './adapter-case.ts'
import { withAdapterKit } from './adapter-kit.ts'
import type { AdapterSuite } from './adapter-suite.ts'
import type { Check } from './check.ts'
import { ordinaryRows } from './distinct-rows.ts'
import type { TestRequest } from './test-request.ts'
import { withPlaces } from './watched-services.ts'

/** Enough to get ids from every block. */
const REPETITIONS = 4

/**
 * A message id identifies a message and means nothing else: several nodes give ids out, in blocks. The rows that accept
 * messages must get the same answers, apart from the ids, with the ids 1, 2, 3 and with ids as given out by several
 * nodes.
 */
export function numberingChecks(suite: AdapterSuite): readonly Check[] {
  return ordinaryRows(suite, suite.cases).flatMap((row) => {
    const { request } = row
    if (row.before !== undefined || typeof request === 'function' || !accepts(row)) return []
    return [{ name: `takes ids as they come: ${row.name}`, run: () => checkNumbering(suite, request) }]
  })
}

function accepts({ expect }: AdapterCase): boolean {
  return typeof expect !== 'function' && (expect.submitted?.length ?? 0) > 0
}

const DECLARE = 'an interface that writes ids in another form than decimal digits says so: `idForm`'

async function checkNumbering(suite: AdapterSuite, request: TestRequest): Promise<void> {
  const [counted, ofNodes] = [await answers(suite, request, 'counted'), await answers(suite, request, 'of-nodes')]
  try {
    assert.equal(
      ofNodes.messages.length,
      counted.messages.length,
      'fewer messages are accepted where ids are not counted',
    )
    const texts = ofNodes.texts.map((text) => renumbered(text, ofNodes.messages, counted.messages, suite.idForm))
    assert.deepEqual(texts, counted.texts, `the answers are others where ids are not 1, 2, 3; ${DECLARE}`)
  } catch (error) {
    throw withPlaces(error, ofNodes.kit)
  }
}

async function answers(suite: AdapterSuite, request: TestRequest, ids: IdNumbering) {
  return withAdapterKit(suite.module, { ...suite.world, ids }, async (kit) => {
    const responses: InjectedResponse[] = []
    for (let count = 0; count < REPETITIONS; count += 1) responses.push(await kit.request(request))
    return {
      kit,
      messages: kit.engine.messages,
      texts: responses.map(({ status, text }) => `${status} ${plain(text)}`),
    }
  })
}

/** The text of an answer in Base64. */
function plain(text: string): string {
  const decoded = Buffer.from(text, 'base64')
  return text.length > 0 && decoded.toString('base64') === text ? decoded.toString('utf8') : text
}

/** Where an id may occur: a message id consists of hexadecimal digits in groups. */
const IDS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d+/g

/** What may be an id in a form that the interface has declared. */
const WORDS = /[\w-]+/g

/**
 * The text with the ids of one world replaced by those of the other; generated message ids contain them too. In one
 * pass, because a row may have thousands of them.
 */
function renumbered(
  text: string,
  from: readonly StoredMessage[],
  to: readonly StoredMessage[],
  idForm: (smsId: number) => string,
): string {
  const others = new Map<string, string>()
  for (const [index, { smsId, messageId }] of from.entries()) {
    const other = to[index] as StoredMessage
    others.set(messageId, other.messageId).set(String(smsId), String(other.smsId))
    others.set(idForm(smsId), idForm(other.smsId))
  }
  return text.replace(WORDS, (word) => others.get(word) ?? word.replace(IDS, (id) => others.get(id) ?? id))
}
