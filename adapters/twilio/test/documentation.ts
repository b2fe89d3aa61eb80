import { code, renderTable } from '@heliograph/testkit'
import { REFUSALS } from '../src/errors.ts'
import { STATUSES } from '../src/statuses.ts'
import { PROGRAMS, type ProgramName } from './peers/program.ts'
import { type Cell, STEPS } from './peers/steps.ts'

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

const NAMES = Object.keys(PROGRAMS) as readonly ProgramName[]

function shown(cell: Cell): string {
  if (typeof cell !== 'string') return cell.cannot
  return cell === 'yes' ? cell : code(cell)
}

/** Tables of the README, by their names there. */
export function documentation() {
  const statuses = [...new Set<string>(Object.values(STATUSES))]
  return {
    statuses: renderTable(
      ['Status', 'When'],
      statuses.map((status) => [code(status), WHEN[status] ?? '']),
    ),
    programs: renderTable(
      ['What it does, or meets', ...Object.values(PROGRAMS)],
      STEPS.map(({ what, cells }) => [what, ...NAMES.map((name) => shown(cells[name]))]),
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
