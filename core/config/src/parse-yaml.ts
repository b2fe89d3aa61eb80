import { type Alias, type Document, isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml'
import type { ConfigNode, ConfigOrigin, ConfigScalar } from './config-node.ts'
import type { ConfigurationProblem } from './problem.ts'

/** Deeper than any sensible configuration, shallower than a cycle of aliases. */
const MAXIMUM_DEPTH = 32

/**
 * Limit for all values together; an aliased value counts once for each alias, because aliases of aliases turn ten lines
 * into billions of values.
 */
const MAXIMUM_VALUES = 50_000

/** The content of a YAML text: its tree (undefined when it is empty or broken) and every problem with the notation. */
export interface ParsedYaml {
  readonly root: ConfigNode | undefined
  readonly problems: readonly ConfigurationProblem[]
}

/** Reads a YAML 1.2 text. `file` is used for the origins only. */
export function parseYaml(text: string, file: string): ParsedYaml {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: true })
  // The parser is recursive. When its stack runs out it reports a hundred errors that all mean the same.
  const deep = document.errors.find(({ message }) => message.includes('call stack'))
  if (deep !== undefined) {
    return { root: undefined, problems: [tooDeep({ file, line: lines.linePos(deep.pos[0]).line })] }
  }
  const problems = [...document.errors, ...document.warnings].map(
    (error): ConfigurationProblem => ({
      file,
      line: lines.linePos(error.pos[0]).line,
      path: '',
      message: `This is not YAML: ${error.message}.`,
      remedy: REMEDIES[error.code] ?? 'Mend the notation of this line or of the one before it.',
    }),
  )
  if (problems.length > 0 || document.contents === null) return { root: undefined, problems }
  const reader: Reader = { document, lines, file, problems, targets: new Map(), values: 0, alias: undefined }
  const root = toNode(reader, document.contents, { file, line: 1 }, 0)
  return { root: problems.length > 0 ? undefined : root, problems }
}

const REMEDIES: Readonly<Record<string, string>> = {
  DUPLICATE_KEY: 'Give each key once; merge the two entries.',
  TAB_AS_INDENT: 'Indent with blanks.',
  MULTIPLE_DOCS: 'Put everything into one document, without a second `---`.',
}

interface Reader {
  readonly document: Document.Parsed
  readonly lines: LineCounter
  readonly file: string
  readonly problems: ConfigurationProblem[]
  /** The targets of the aliases, kept because each look-up searches the document from its beginning. */
  readonly targets: Map<string, Node | undefined>
  values: number
  /** The alias that is being expanded; the outermost one when they are nested. */
  alias: ConfigOrigin | undefined
}

function toNode(reader: Reader, node: Node | null | undefined, parent: ConfigOrigin, depth: number): ConfigNode {
  const origin = originOf(reader, node) ?? parent
  reader.values += 1
  // The first problem ends the reading: the following ones would be more of the same.
  if (reader.problems.length > 0) return { kind: 'scalar', value: null, origin }
  if (depth > MAXIMUM_DEPTH) return refuse(reader, tooDeep(origin))
  if (reader.values > MAXIMUM_VALUES) return refuse(reader, tooMany(reader.alias ?? origin))
  if (isAlias(node)) return writeOut(reader, node, origin, depth)
  if (isMap(node)) {
    const entries = new Map<string, ConfigNode>()
    for (const pair of node.items) {
      const key = pair.key as Node
      const name = isScalar(key) ? String(key.value) : String(key)
      entries.set(name, toNode(reader, pair.value as Node | null, originOf(reader, key) ?? origin, depth + 1))
    }
    return { kind: 'map', entries, origin }
  }
  if (isSeq(node)) {
    return { kind: 'list', items: node.items.map((item) => toNode(reader, item as Node, origin, depth + 1)), origin }
  }
  return { kind: 'scalar', value: isScalar(node) ? scalarValue(node.value) : null, origin }
}

function scalarValue(value: unknown): ConfigScalar['value'] {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  return typeof value === 'number' ? value : String(value)
}

function originOf(reader: Reader, node: Node | null | undefined): ConfigOrigin | undefined {
  const start = node?.range?.[0]
  return start === undefined ? undefined : { file: reader.file, line: reader.lines.linePos(start).line }
}

function writeOut(reader: Reader, alias: Alias, origin: ConfigOrigin, depth: number): ConfigNode {
  const { alias: outer } = reader
  reader.alias = outer ?? origin
  const node = toNode(reader, targetOf(reader, alias), origin, depth + 1)
  reader.alias = outer
  return node
}

/** The same name may be anchored again further down, so the position of the alias decides which one is meant. */
function targetOf({ document, targets }: Reader, alias: Alias): Node | undefined {
  const key = `${alias.source} ${alias.range?.[0]}`
  if (!targets.has(key)) targets.set(key, alias.resolve(document))
  return targets.get(key)
}

function refuse(reader: Reader, problem: ConfigurationProblem): ConfigNode {
  reader.problems.push(problem)
  return { kind: 'scalar', value: null, origin: problem }
}

function tooDeep({ file, line }: ConfigOrigin): ConfigurationProblem {
  const message = `Values are nested deeper than ${MAXIMUM_DEPTH} levels.`
  return { file, line, path: '', message, remedy: 'Look for an alias that contains itself.' }
}

function tooMany({ file, line }: ConfigOrigin): ConfigurationProblem {
  const message = `There are more than ${MAXIMUM_VALUES} values, counting those that aliases repeat.`
  return { file, line, path: '', message, remedy: 'Look for aliases of aliases, and write the values out.' }
}
