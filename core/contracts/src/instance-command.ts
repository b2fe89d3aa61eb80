import type { Static, TObject } from 'typebox'

/**
 * Where a command's answer goes. Values of secrets that the gateway knows are blanked in all of it.
 *
 * @stability experimental
 */
export interface CommandOutput {
  /** Prints the answer, at most once: `value` as one JSON object with `--json`, else the lines, for people. */
  result(value: object, lines: readonly string[]): void
  /** Prints a line on standard error for people who watch; nothing with `--json`. */
  note(line: string): void
}

/** One call of a command. @stability experimental */
export interface CommandCall<V = Readonly<Record<string, unknown>>> {
  /** What was typed, read by the schema; with the defaults of what was not. */
  readonly values: V
  readonly output: CommandOutput
  /** Aborted by the first interrupt (Ctrl-C): what has begun should end in good order. */
  readonly signal: AbortSignal
}

/**
 * A command for operators on the server: `heliograph <instance> <name> --config FILE`.
 *
 * It runs in a process of its own, whether or not a gateway is running, on the deployment's database: on an instance
 * that has been created but not started. So it can use all services, and whatever it changes there the nodes see; what
 * an instance holds in memory, or opens in `start`, is not there.
 *
 * @stability experimental
 */
export interface InstanceCommand<V extends TObject = TObject> {
  /** Kebab-case, unique within the instance. `help` is taken. */
  readonly name: string
  /** One sentence for the help. */
  readonly summary: string
  /**
   * What it takes. Each property is an option (`maxPoints`: `--max-points <text>`), or an argument when `positional`
   * lists it: a text, a number, a closed list of either, or a boolean that is optional (a switch). Its `description` is
   * the help; what is not `Type.Optional` and has no default must be typed. `config`, `dataDir`, `set`, `json` and
   * `help` are taken.
   */
  readonly values: V
  /** The properties that are typed without their name, in order; optional ones come last. */
  readonly positional?: readonly string[] | undefined
  /**
   * Resolves with the exit code, 0 to 125: 0 when it did what it was told to. A `GatewayError` that it throws is
   * reported with its code and text, anything else as a fault of the package; both exit with 1.
   */
  run(call: CommandCall<Static<V>>): Promise<number>
}

/** Types a command, so that `run` sees the values of its schema. @stability experimental */
export function defineCommand<V extends TObject>(command: InstanceCommand<V>): InstanceCommand {
  return command as unknown as InstanceCommand
}
