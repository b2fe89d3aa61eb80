/** A problem with the configuration, described so that an operator can fix it without reading code. */
export interface ConfigurationProblem {
  /** The file as the operator named it, `--set` for an override, or `(no file)`. */
  readonly file: string
  /** Line in the file, counted from 1, when there is one. */
  readonly line?: number | undefined
  /** Path of the key, for example `http.port`; empty for the file as a whole. */
  readonly path: string
  /**
   * The value as written. Never set for secrets, for unknown keys and for values from the environment or another file.
   */
  readonly value?: string | number | boolean | null | undefined
  /** What is wrong, as a sentence about the key. */
  readonly message: string
  /** What to do about it. */
  readonly remedy: string
  /** Where the error was thrown and what caused it, for the author of the package. */
  readonly stack?: string | undefined
}

const VALUE_LIMIT = 80

/** All problems of a configuration at once; no second error appears after the first is fixed. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError'
  readonly problems: readonly ConfigurationProblem[]

  constructor(problems: readonly ConfigurationProblem[]) {
    super(formatProblems(problems))
    this.problems = problems
  }

  /** The problems as text for a terminal, one paragraph each. */
  format(): string {
    return this.message
  }
}

function formatProblems(problems: readonly ConfigurationProblem[]): string {
  const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`
  return [`${count} in the configuration:`, ...problems.map(formatProblem)].join('\n\n')
}

function formatProblem(problem: ConfigurationProblem): string {
  const place = problem.line === undefined ? problem.file : `${problem.file}:${problem.line}`
  const value = problem.value === undefined ? '' : ` = ${shorten(JSON.stringify(problem.value))}`
  const head = problem.path === '' ? place : `${place}  ${problem.path}${value}`
  return `${head}\n  ${problem.message}\n  ${problem.remedy}`
}

function shorten(text: string): string {
  return text.length > VALUE_LIMIT ? `${text.slice(0, VALUE_LIMIT - 3)}...` : text
}
