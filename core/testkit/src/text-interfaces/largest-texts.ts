import type { LargestRequest } from '../conformance/price-checks.ts'
import { sending, type TextRequestForm, texting } from './text-interface.ts'

const MOST_RECIPIENTS = 10_000
const LONG_TEXT = 3_900_000

/**
 * The largest requests to a text interface that takes forms, for `largest` of `runAdapterConformance`.
 * @stability experimental
 */
export function largestTexts(wire: TextRequestForm): readonly LargestRequest[] {
  const recipients = (one: (index: number) => string) =>
    Array.from({ length: MOST_RECIPIENTS }, (_, index) => one(index)).join(',')
  const rows: Readonly<Record<string, readonly [to: string, text: string]>> = {
    '10,000 national numbers': [recipients((index) => `08${20_000_000 + index}`), 'Hello'],
    '10,000 invalid numbers': [recipients((index) => `99${index}`), 'Hello'],
    '10,000 words': [recipients(() => 'x'.repeat(300)), 'Hello'],
    'a text of 3.9 million characters': ['0821234567', 'x'.repeat(LONG_TEXT)],
    'a text of 430,000 euro signs': ['0821234567', '\u20ac'.repeat(LONG_TEXT / 9)],
    commas: [','.repeat(LONG_TEXT / 3), 'Hello'],
  }
  return Object.entries(rows).map(([name, [to, text]]) => ({
    name,
    request: sending(wire, texting(wire, to, text), 'POST'),
  }))
}
