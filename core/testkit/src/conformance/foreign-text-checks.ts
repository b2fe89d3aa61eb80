import assert from 'node:assert/strict'
import { isDeepStrictEqual } from 'node:util'
import type { InjectedRequest } from '@heliograph/http'
import type { AdapterCase } from './adapter-case.ts'
import { type AdapterKit, withAdapterKit } from './adapter-kit.ts'
import { type AdapterSuite, acceptingRows, prepareRow } from './adapter-suite.ts'
import type { Check } from './check.ts'
import { distinctRows } from './distinct-rows.ts'
import { bareSender } from './price-checks.ts'
import { mergeRequests, toInjectedRequest } from './test-request.ts'
import { type TextField, textFields } from './text-fields.ts'

/** Letters of several alphabets, one outside the basic plane, and signs with a place of their own in GSM 03.38. */
export const FOREIGN_TEXT = 'Žluťoučký Ωμέγα مرحبا 你好 😀 €[~]'

/** Rows of limits have thousands of fields, and the same text as the others. */
const ORDINARY_OCTETS = 16 * 1024

/** The text of every row that accepts messages, in letters of other languages: it arrives as it was sent. */
export function foreignTextChecks(suite: AdapterSuite): readonly Check[] {
  const { module, foreignText } = suite
  if (!module.capabilities.http || foreignText === false) return []
  return distinctRows(suite, acceptingRows(suite)).map((row) => ({
    name: `takes a text in any language: ${row.name}`,
    run: () => checkRow(suite, row, foreignText),
  }))
}

const DECLARE = 'an interface that cannot carry every text says which it can: `foreignText`'

async function checkRow(suite: AdapterSuite, row: AdapterCase, foreign: string): Promise<void> {
  const texts = await withAdapterKit(suite.module, suite.world, async (kit) =>
    accepted(kit, await requestOf(suite, row, kit)),
  )
  const [text] = texts
  // A text of several fields, or none that is written as it arrives, is left to the rows of the table.
  if (text === undefined || !texts.every((each) => each === text)) return
  await withAdapterKit(suite.module, suite.world, async (kit) => {
    const request = await requestOf(suite, row, kit)
    if ((request.body?.length ?? 0) > ORDINARY_OCTETS) return
    const field = fieldOf(request, text, kit)
    if (field === undefined || field.measure(foreign) > field.room || isOfOtherCharset(request, field)) return
    const arrived = await accepted(kit, field.with(foreign) as InjectedRequest)
    assert.equal(arrived.length, texts.length, `a text in other letters in ${field.name} is refused; ${DECLARE}`)
    // Where there are several fields of the same text, one of them is changed.
    const changed = arrived.find((each) => each !== text)
    assert.equal(changed, foreign, `a text in other letters in ${field.name} arrives as another; ${DECLARE}`)
  })
}

async function requestOf({ world }: AdapterSuite, row: AdapterCase, kit: AdapterKit): Promise<InjectedRequest> {
  return toInjectedRequest(mergeRequests(world.base ?? {}, await prepareRow(row, kit)))
}

/** The field that holds the text. */
function fieldOf(request: InjectedRequest, text: string, kit: AdapterKit): TextField | undefined {
  return textFields(request, kit.adapter.routes ?? []).find((field) => {
    const same = field.name.startsWith('header') ? undefined : field.with(text)
    return same !== undefined && same.url === request.url && isDeepStrictEqual(same.body, request.body)
  })
}

/** Of a row that shows another charset than the usual one, or a body that is nothing but a text in no named charset. */
function isOfOtherCharset({ headers = {} }: InjectedRequest, { name }: TextField): boolean {
  const usual = name === 'the body' ? 'none' : 'utf-8'
  const [, charset = usual] = /charset="?([\w-]+)/i.exec(headers['content-type'] ?? '') ?? []
  return charset.toLowerCase() !== 'utf-8'
}

/** The texts of the messages that a request gets accepted. */
async function accepted(kit: AdapterKit, request: InjectedRequest): Promise<readonly string[]> {
  const before = kit.engine.messages.length
  await bareSender(kit)(request)
  return kit.engine.messages.slice(before).map(({ text }) => text)
}
