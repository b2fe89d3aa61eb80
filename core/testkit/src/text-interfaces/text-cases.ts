import type { AdapterCase } from '../conformance/adapter-case.ts'
import { keyRows } from './key-rows.ts'
import { outcomeRows } from './outcome-rows.ts'
import { recipientRows } from './recipient-rows.ts'
import { requestRows } from './request-rows.ts'
import type { TextInterface } from './text-interface.ts'
import { textRows } from './text-rows.ts'

/**
 * The rows that text interfaces have in common, for the table of `runAdapterConformance`: spellings of recipients,
 * texts and references, charsets, limits, methods, and the answer to each outcome of a recipient. The configuration has
 * to limit requests to `ROW_REQUESTS_PER_MINUTE`.
 * @stability experimental
 */
export function textCases(wire: TextInterface): readonly AdapterCase[] {
  return [...recipientRows(wire), ...keyRows(wire), ...textRows(wire), ...outcomeRows(wire), ...requestRows(wire)]
}
