/** Key of how many conversations have unread SMS, which the shell keeps up to date. */
export const UNREAD = ['inbox', 'unread'] as const

/** The count stops here. */
const MOST_UNREAD = 1_000

/** How many are unread, as it is shown. */
export function unreadText(unread: number): string {
  return unread >= MOST_UNREAD ? `${MOST_UNREAD - 1}+` : String(unread)
}

const COUNT = /^\(\d+\+?\) /

/** The title of the browser's tab; it begins with how many conversations are unread. */
export function tabTitle(title: string, unread: number): string {
  const bare = title.replace(COUNT, '')
  return unread === 0 ? bare : `(${unreadText(unread)}) ${bare}`
}

/** The title of another page, with the count that is shown. */
export function retitled(shown: string, title: string): string {
  return `${COUNT.exec(shown)?.[0] ?? ''}${title}`
}
