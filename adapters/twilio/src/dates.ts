/** Writes a time as RFC 2822 does, in UTC: `Thu, 24 Aug 2023 05:01:45 +0000`. */
export type DateWriter = (date: Date) => string

/** The end of what `toUTCString` returns. */
const ZONE = 'GMT'

/** Remembers the last second: requests to send are answered with the current one. */
export function createDateWriter(): DateWriter {
  let second = Number.NaN
  let written = ''
  return (date) => {
    const asked = Math.floor(date.getTime() / 1000)
    if (asked !== second) {
      written = `${date.toUTCString().slice(0, -ZONE.length)}+0000`
      second = asked
    }
    return written
  }
}
