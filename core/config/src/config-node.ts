/** Where a value was written. */
export interface ConfigOrigin {
  /** The file as the operator named it, `--set`, or `(no file)`. */
  readonly file: string
  readonly line?: number | undefined
}

/**
 * The configuration as written, before any schema has seen it. Every value carries its origin, so a problem found much
 * later (by the schema of a module, say) still names file and line.
 */
export type ConfigNode = ConfigScalar | ConfigMap | ConfigList

export interface ConfigScalar {
  readonly kind: 'scalar'
  readonly value: string | number | boolean | null
  /**
   * The raw text, set when the schema rather than the notation decides the type: for values of `--set`, of the
   * environment and of files. A password of digits then stays a text even though a shell has stripped its quotes.
   */
  readonly text?: string | undefined
  /** The value came from the environment or another file and is not shown in messages. */
  readonly hidden?: boolean | undefined
  readonly origin: ConfigOrigin
}

export interface ConfigMap {
  readonly kind: 'map'
  readonly entries: Map<string, ConfigNode>
  readonly origin: ConfigOrigin
}

export interface ConfigList {
  readonly kind: 'list'
  readonly items: ConfigNode[]
  readonly origin: ConfigOrigin
}

/** Returns the plain JavaScript value of a node. */
export function toPlain(node: ConfigNode): unknown {
  if (node.kind === 'scalar') return node.value
  if (node.kind === 'list') return node.items.map(toPlain)
  return Object.fromEntries([...node.entries].map(([key, child]) => [key, toPlain(child)]))
}

/** Returns a node for a plain value; every part of it has the same origin. */
export function fromPlain(value: unknown, origin: ConfigOrigin): ConfigNode {
  if (Array.isArray(value)) return { kind: 'list', items: value.map((item) => fromPlain(item, origin)), origin }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([key, child]) => [key, fromPlain(child, origin)] as const)
    return { kind: 'map', entries: new Map(entries), origin }
  }
  return { kind: 'scalar', value: value as ConfigScalar['value'], origin }
}

/** Returns what a node is called in a message. */
export function describeNode(node: ConfigNode): string {
  if (node.kind === 'map') return 'a mapping'
  if (node.kind === 'list') return 'a list'
  if (node.value === null) return 'nothing'
  return typeof node.value === 'string' ? 'a text' : `a ${typeof node.value}`
}
