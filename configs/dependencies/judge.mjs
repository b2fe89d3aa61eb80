const SEVERE = new Set(['high', 'critical'])

/**
 * The advisories of a report of `pnpm audit --json`: `{ id, name, severity, title }` each. Undefined for anything that
 * is no report.
 */
export function readReport(text) {
  let report
  try {
    report = JSON.parse(text)
  } catch {
    return undefined
  }
  if (typeof report?.advisories !== 'object' || report.advisories === null) return undefined
  return Object.entries(report.advisories).map(([key, advisory]) => ({
    id: advisory.github_advisory_id ?? String(advisory.id ?? key),
    name: advisory.module_name ?? advisory.name ?? 'unknown',
    severity: advisory.severity ?? 'unknown',
    title: advisory.title ?? '',
  }))
}

/**
 * What to say about the advisories, and whether the run may pass. An entry of `allowed` is `{ advisory, package, until,
 * reason }` with `until` as `2030-01-31`, the last day on which it counts; one that nothing needs any more fails as
 * well, so that the list stays short.
 */
export function judge(advisories, allowed, today) {
  const day = today.toISOString().slice(0, 10)
  const lines = []
  let isGood = true
  const fail = (line) => {
    isGood = false
    lines.push(`FAILED  ${line}`)
  }
  for (const { id, name, severity, title } of advisories) {
    const what = `${severity}: ${name}, ${id}: ${title}`
    const entry = allowed.find((each) => each.advisory === id && each.package === name)
    if (!SEVERE.has(severity)) lines.push(`noted   ${what}`)
    else if (entry === undefined) fail(`${what}. Upgrade it, or allow it in configs/dependencies/allowed.json`)
    else if (entry.until < day) fail(`${what}. It was allowed until ${entry.until}: ${entry.reason}`)
    else lines.push(`allowed ${what}, until ${entry.until}: ${entry.reason}`)
  }
  for (const { advisory, package: name } of allowed) {
    const isNeeded = advisories.some((each) => each.id === advisory && each.name === name && SEVERE.has(each.severity))
    if (!isNeeded) fail(`${advisory} of ${name} is allowed and not found any more: take it out of allowed.json`)
  }
  if (lines.length === 0) lines.push('No known vulnerabilities.')
  return { lines, isGood }
}
