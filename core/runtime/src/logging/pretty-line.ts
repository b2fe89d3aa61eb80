const STANDARD_FIELDS: ReadonlySet<string> = new Set(['level', 'time', 'msg', 'instance', 'err'])

/** One JSON log line as a short line for eyes: time, level, instance, text, the fields as `name=value`, and an error below. */
export function prettyLine(json: string): string {
  const line = JSON.parse(json) as Record<string, unknown>
  const time = String(line.time).slice(11, 23)
  const level = String(line.level).toUpperCase().padEnd(5)
  const instance = line.instance === undefined ? '' : `[${line.instance}] `
  const fields = Object.entries(line)
    .filter(([name]) => !STANDARD_FIELDS.has(name))
    .map(([name, value]) => ` ${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
  return `${time} ${level} ${instance}${line.msg ?? ''}${fields.join('')}${errorLines(line.err)}\n`
}

function errorLines(error: unknown): string {
  if (typeof error !== 'object' || error === null) return error === undefined ? '' : `\n  ${error}`
  const { stack, message, cause } = error as { stack?: string; message?: string; cause?: unknown }
  const text = `\n  ${(stack ?? message ?? JSON.stringify(error)).replaceAll('\n', '\n  ')}`
  return cause === undefined ? text : `${text}\n  caused by:${errorLines(cause)}`
}
