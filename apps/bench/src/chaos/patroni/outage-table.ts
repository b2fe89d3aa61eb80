import { renderColumns, showNumber, showSpread } from '../../report/table.ts'
import type { Account } from './outages.ts'

/** Renders for each kind of outage how long it was: the median, and the least and the greatest. */
export function renderOutages(outages: readonly Account[]): string {
  const faults = [...new Set(outages.map(({ fault }) => fault))].sort()
  const rows = faults.map((name) => {
    const all = outages.filter(({ fault }) => fault === name)
    const resumes = all.flatMap(({ resumeMs }) => (resumeMs === undefined ? [] : [resumeMs]))
    const outageMs = all.map((each) => each.outageMs)
    return [name, showNumber(all.length, 0), showSpread(outageMs, 0), showSpread(resumes, 0)]
  })
  const head = [
    'outages of the database',
    '',
    'until a primary took writes, ms',
    'then until a message was accepted, ms',
  ]
  return renderColumns([head, ...rows], [1, 2, 3]).join('\n')
}
