// What a release is made of, from bills of materials in CycloneDX as pnpm writes them.

/** Licences under which anything may be shipped, by their SPDX identifiers. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'PostgreSQL',
  'Python-2.0',
  'Unlicense',
])

/**
 * A bill with what another one says about some packages and all that they depend on: packages that are compiled into
 * ours, so that no installation shows them.
 *
 * @param names those packages
 */
export function withCompiledIn(bill, other, names) {
  const roots = other.components.filter((component) => names.includes(nameOf(component)))
  const missing = names.filter((name) => !roots.some((component) => nameOf(component) === name))
  if (missing.length > 0) throw new Error(`The bill of materials lacks ${missing.join(', ')}`)
  const wanted = reachable(other, roots.map(refOf))
  const present = new Set(bill.components.map(refOf))
  const isNew = (ref) => wanted.has(ref) && !present.has(ref)
  return {
    ...bill,
    components: [...bill.components, ...other.components.filter((component) => isNew(refOf(component)))],
    dependencies: [...bill.dependencies, ...other.dependencies.filter(({ ref }) => isNew(ref))],
  }
}

function reachable({ dependencies }, refs) {
  const next = new Map(dependencies.map(({ ref, dependsOn = [] }) => [ref, dependsOn]))
  const found = new Set(refs)
  for (const ref of found) for (const other of next.get(ref) ?? []) found.add(other)
  return found
}

const refOf = (component) => component['bom-ref']

export function nameOf({ group, name }) {
  return group ? `${group}/${name}` : name
}

/** The licence of a component, as an SPDX expression; undefined when it names none. */
export function licenceOf({ licenses = [] }) {
  const named = licenses.map(({ expression, license }) => expression ?? license?.id ?? license?.name)
  return named.length === 0 ? undefined : named.join(' AND ')
}

/** Whether a licence lets us ship: one alternative whose parts are all allowed. Parentheses change nothing here. */
export function isAllowed(licence) {
  if (licence === undefined) return false
  const alternatives = licence.replace(/[()]/g, '').split(/ OR /i)
  return alternatives.some((alternative) => alternative.split(/ AND /i).every((part) => ALLOWED.has(part.trim())))
}

/** One line for each component: name, version, licence. */
export function formatLicences({ components }) {
  const lines = components.map((each) => `${nameOf(each)} ${each.version}: ${licenceOf(each) ?? 'none'}`)
  return `${[...new Set(lines)].sort().join('\n')}\n`
}
