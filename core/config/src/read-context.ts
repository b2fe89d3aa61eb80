import type { ConfigNode, ConfigOrigin } from './config-node.ts'
import { type ConfigPath, formatPath } from './path.ts'
import type { ConfigurationProblem } from './problem.ts'
import type { SecretValues } from './secret-values.ts'

/** What reading a value needs besides schema and node, and where problems are reported. */
export interface ReadContext {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Folder that relative paths of `{ file: PATH }` start from. */
  readonly baseDir: string
  readonly secrets: SecretValues
  readonly problems: ConfigurationProblem[]
  /** Gets the path of each file that is read for a value. */
  readonly files: Set<string>
}

/** Where a value belongs: its path, and the origin to name when nothing is written there. */
export interface Place {
  readonly path: ConfigPath
  readonly origin: ConfigOrigin
}

/** Stands for a value that could not be read; the problem has been reported. */
export const UNREADABLE: unique symbol = Symbol('unreadable')

/** The place of a child. */
export function below(place: Place, segment: string | number, node: ConfigNode | undefined): Place {
  return { path: [...place.path, segment], origin: node?.origin ?? place.origin }
}

/** Reports a problem. Pass `value` only when it may be shown. */
export function report(
  context: ReadContext,
  place: Place,
  message: string,
  remedy: string,
  value?: ConfigurationProblem['value'],
): typeof UNREADABLE {
  const { file, line } = place.origin
  context.problems.push({ file, line, path: formatPath(place.path), value, message, remedy })
  return UNREADABLE
}
