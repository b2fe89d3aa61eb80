const ABSOLUTE = /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d)(\d\d)([+-])$/
const RELATIVE = /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)\d(\d\d)R$/
const MS_PER_QUARTER = 15 * 60 * 1000
const MAX_QUARTERS = 48
const SECONDS_PER_DAY = 86_400
const MAX_RELATIVE_DAYS = 31

/**
 * Reads schedule_delivery_time, validity_period or final_date: `YYMMDDhhmmsstnn` and `+`, `-` (local time, nn quarter
 * hours ahead of or behind UTC) or `R` (years, months, days, hours, minutes and seconds from `now`) (SMPP v3.4 section
 * 7.1.1). Years are those of this century.
 *
 * Undefined when the text has none of these forms, when no such time exists, and for an empty string.
 */
export function parseSmppTime(text: string, now: Date): Date | undefined {
  const absolute = ABSOLUTE.exec(text)
  if (absolute !== null) return absoluteTime(absolute)
  const relative = RELATIVE.exec(text)
  return relative === null ? undefined : relativeTime(relative.slice(1).map(Number), now)
}

function absoluteTime(match: RegExpExecArray): Date | undefined {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, tenth = 0, quarters = 0] = match
    .slice(1, 9)
    .map(Number)
  if (quarters > MAX_QUARTERS || hour > 23 || minute > 59 || second > 59) return undefined
  const local = new Date(Date.UTC(2000 + year, month - 1, day, hour, minute, second, tenth * 100))
  // A month or day that does not exist would have rolled over.
  if (local.getUTCMonth() !== month - 1 || local.getUTCDate() !== day) return undefined
  const offset = quarters * MS_PER_QUARTER
  return new Date(local.getTime() + (match[9] === '+' ? -offset : offset))
}

function relativeTime(fields: readonly number[], now: Date): Date {
  const [years = 0, months = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = fields
  const time = new Date(now)
  const dayOfMonth = time.getUTCDate()
  time.setUTCDate(1)
  time.setUTCFullYear(time.getUTCFullYear() + years, time.getUTCMonth() + months)
  // 31 January plus one month is the last day of February, not the second or third of March.
  time.setUTCDate(Math.min(dayOfMonth, daysInMonth(time)))
  return new Date(time.getTime() + (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000)
}

function daysInMonth(time: Date): number {
  return new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + 1, 0)).getUTCDate()
}

/**
 * Writes the absolute form, in tenths of a second. `quarterHours` is its time zone: -48 to 48 quarter hours ahead of
 * UTC.
 */
export function formatSmppTime(time: Date, quarterHours = 0): string {
  const local = new Date(time.getTime() + quarterHours * MS_PER_QUARTER)
  const fields = [
    local.getUTCFullYear() % 100,
    local.getUTCMonth() + 1,
    local.getUTCDate(),
    local.getUTCHours(),
    local.getUTCMinutes(),
    local.getUTCSeconds(),
  ]
  const tenth = Math.floor(local.getUTCMilliseconds() / 100)
  return `${fields.map(twoDigits).join('')}${tenth}${twoDigits(Math.abs(quarterHours))}${quarterHours < 0 ? '-' : '+'}`
}

/**
 * Writes the relative form of a duration in days, hours, minutes and seconds. Fractions of a second are cut off; more
 * than 31 days, the maximum of this form, becomes 31 days.
 */
export function formatRelativeSmppTime(seconds: number): string {
  const whole = Math.min(Math.max(0, Math.floor(seconds)), MAX_RELATIVE_DAYS * SECONDS_PER_DAY)
  const fields = [
    0,
    0,
    Math.floor(whole / SECONDS_PER_DAY),
    Math.floor(whole / 3600) % 24,
    Math.floor(whole / 60) % 60,
    whole % 60,
  ]
  return `${fields.map(twoDigits).join('')}000R`
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}
