import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml'
import type { ConfigNode, ConfigOrigin, ConfigScalar } from './config-node.ts'
import type { ConfigurationProblem } from './problem.ts'

/** More than any sensible configuration, less than a cycle of aliases. */
const MAXIMUM_DEPTH = 32

/** What a YAML text holds: the tree (undefined when it is empty or broken) and everything wrong with the notation. */
export interface ParsedYaml {
  readonly root: ConfigNode | undefined
  readonly problems: readonly ConfigurationProblem[]
}

/** Reads a YAML 1.2 text. `file` is only for the origins. */
export function parseYaml(text: string, file: string): ParsedYaml {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: true })
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
  const reader: Reader = { document, lines, file, problems }
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
}

function toNode(reader: Reader, node: Node | null | undefined, parent: ConfigOrigin, depth: number): ConfigNode {
  const origin = originOf(reader, node) ?? parent
  if (depth > MAXIMUM_DEPTH) return tooDeep(reader, origin)
  if (isAlias(node)) return toNode(reader, node.resolve(reader.document), origin, depth + 1)
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

function tooDeep(reader: Reader, origin: ConfigOrigin): ConfigNode {
  if (reader.problems.length === 0) {
    const message = `Values are nested deeper than ${MAXIMUM_DEPTH} levels.`
    reader.problems.push({ ...origin, path: '', message, remedy: 'Look for an alias that contains itself.' })
  }
  return { kind: 'scalar', value: null, origin }
}
