import { escapeControls } from './escape-controls.ts'

const STANDARD_FIELDS: ReadonlySet<string> = new Set(['level', 'time', 'msg', 'instance', 'err'])

/**
 * One JSON log line as a short line for people: time, level, instance, text, the fields as `name=value`, and an error
 * below. No value can begin a line or a field of its own: control characters are escaped, and values that could be
 * taken for several are quoted.
 */
export function prettyLine(json: string): string {
  const line = JSON.parse(json) as Record<string, unknown>
  const time = String(line.time).slice(11, 23)
  const level = String(line.level).toUpperCase().padEnd(5)
  const instance = line.instance === undefined ? '' : `[${line.instance}] `
  const fields = Object.entries(line)
    .filter(([name]) => !STANDARD_FIELDS.has(name))
    .map(([name, value]) => ` ${name}=${formatValue(value)}`)
  return `${escapeControls(`${time} ${level} ${instance}${line.msg ?? ''}${fields.join('')}`)}${errorLines(line.err)}\n`
}

function formatValue(value: unknown): string {
  return typeof value === 'string' && !/[\s"=]/.test(value) ? value : JSON.stringify(value)
}

function errorLines(error: unknown): string {
  if (typeof error !== 'object' || error === null) {
    return error === undefined ? '' : `\n  ${escapeControls(String(error))}`
  }
  const { stack, message, cause } = error as { stack?: string; message?: string; cause?: unknown }
  const lines = stack === undefined ? [message ?? JSON.stringify(error)] : stackLines(stack, message ?? '')
  const text = `\n  ${lines.map(escapeControls).join('\n  ')}`
  return cause === undefined ? text : `${text}\n  caused by:${errorLines(cause)}`
}

/** Puts the message on one line, since it may have lines that look like places in code; the real places follow. */
function stackLines(stack: string, message: string): readonly string[] {
  const begin = stack.indexOf(message)
  const end = begin === -1 ? stack.search(/\n|$/) : begin + message.length
  return [
    stack.slice(0, end),
    ...stack
      .slice(end)
      .split('\n')
      .filter((line) => /^\s+at /.test(line)),
  ]
}
