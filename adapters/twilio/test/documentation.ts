import { code, renderTable } from '@heliograph/testkit'
import { REFUSALS } from '../src/errors.ts'
import { STATUSES } from '../src/statuses.ts'

const WHEN: Readonly<Record<string, string>> = {
  scheduled: 'it waits for its time, or for the end of quiet hours',
  queued: 'it waits for a link; with a service, the answer to the request says `accepted`',
  sending: 'a link has it without an answer, or a temporary failure is tried again',
  sent: 'a network has it',
  delivered: 'the handset has it',
  undelivered: 'the network could not deliver it, or never reported',
  failed: 'a network refused it, it expired, there is no route, or the recipient opted out meanwhile',
  canceled: 'it was cancelled',
}

/** Tables of the README, by their names there. */
export function documentation() {
  const statuses = [...new Set<string>(Object.values(STATUSES))]
  return {
    statuses: renderTable(
      ['Status', 'When'],
      statuses.map((status) => [code(status), WHEN[status] ?? '']),
    ),
    refusals: renderTable(
      ['Code', 'HTTP status', 'Message'],
      Object.values(REFUSALS).map(({ number, category, text }) => [
        String(number),
        category === 'invalid' ? '400' : category === 'conflict' ? '409' : '401',
        text,
      ]),
    ),
  }
}
