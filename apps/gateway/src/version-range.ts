/** A version without what follows its numbers. */
type Version = readonly [major: number, minor: number, patch: number]

interface Comparator {
  readonly is: '<' | '>='
  readonly version: Version
}

/**
 * Whether a version lies in a range as manifests of packages write it (`^1.2.0`, `>=1.1 <2`, `1.x || 2`). True for a
 * range of another kind, which says nothing about versions (`workspace:^`, a URL, a tag). Pre-releases count as the
 * version that they come before.
 */
export function isInRange(version: string, range: string): boolean {
  const wanted = range
    .replace(/^workspace:/, '')
    .split('||')
    .map(comparatorsOf)
  const own = numbersOf(version)
  if (own === undefined || wanted.some((comparators) => comparators === undefined)) return true
  return wanted.some((comparators) => comparators?.every((comparator) => holds(own, comparator)))
}

function holds(version: Version, { is, version: other }: Comparator): boolean {
  const at = version.findIndex((number, index) => number !== other[index])
  const isBelow = at !== -1 && (version[at] as number) < (other[at] as number)
  return is === '<' ? isBelow : !isBelow
}

/** All of them have to hold; undefined for text that is no range. */
function comparatorsOf(text: string): readonly Comparator[] | undefined {
  const hyphen = /^\s*(\S+)\s+-\s+(\S+)\s*$/.exec(text)
  const words = hyphen ? [`>=${hyphen[1]}`, `<=${hyphen[2]}`] : spaced(text)
  const parsed = words.map(parse)
  return parsed.some((comparators) => comparators === undefined) ? undefined : parsed.flatMap((each) => each ?? [])
}

/** The comparators of a range, each without the space after its operator. */
function spaced(text: string): readonly string[] {
  return text
    .replace(/([<>=^~])\s+/g, '$1')
    .split(/\s+/)
    .filter((word) => word !== '')
}

function parse(word: string): readonly Comparator[] | undefined {
  const [, operator = '', rest = ''] = /^(<=|>=|<|>|=|\^|~)?(.*)$/.exec(word) ?? []
  const given = partsOf(rest)
  if (given === undefined) return undefined
  const [major = 0, minor = 0, patch = 0] = given
  const version: Version = [major, minor, patch]
  const from: Comparator = { is: '>=', version }
  switch (operator) {
    case '>=':
      return [from]
    case '<':
      return [{ is: '<', version }]
    case '>':
      return [{ is: '>=', version: after(version, given.length) }]
    case '<=':
      return given.length === 0 ? [] : [{ is: '<', version: after(version, given.length) }]
    case '^':
      // Up to the next change of the first number that is not 0.
      return given.length === 0 ? [] : [from, { is: '<', version: after(version, caretLength(given)) }]
    case '~':
      return given.length === 0 ? [] : [from, { is: '<', version: after(version, Math.min(2, given.length)) }]
    default:
      return given.length === 0 ? [] : [from, { is: '<', version: after(version, given.length) }]
  }
}

function caretLength(given: readonly number[]): number {
  const first = given.findIndex((number) => number !== 0)
  return first === -1 ? given.length : first + 1
}

/** The first version after all that begin with so many numbers of this one. */
function after([major, minor, patch]: Version, length: number): Version {
  if (length <= 1) return [major + 1, 0, 0]
  return length === 2 ? [major, minor + 1, 0] : [major, minor, patch + 1]
}

/** The numbers before any `x`; undefined for text of another form. */
function partsOf(text: string): readonly number[] | undefined {
  const [core = ''] = text.replace(/^v/, '').split(/[-+]/)
  if (!/^(?:\d+|[xX*])?(?:\.(?:\d+|[xX*])){0,2}$/.test(core) || core.startsWith('.')) return undefined
  const parts = core === '' ? [] : core.split('.')
  const end = parts.findIndex((part) => !/^\d+$/.test(part))
  return parts.slice(0, end === -1 ? parts.length : end).map(Number)
}

function numbersOf(version: string): Version | undefined {
  const parts = partsOf(version)
  return parts?.length === 3 ? (parts as unknown as Version) : undefined
}
