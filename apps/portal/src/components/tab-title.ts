/** Key of how many conversations have unread SMS, which the shell keeps up to date. */
export const UNREAD = ['inbox', 'unread'] as const

/** The count stops here. */
export const MOST_UNREAD = 1_000

/** How many are unread, as it is shown. */
export function unreadText(unread: number): string {
  return unread >= MOST_UNREAD ? `${MOST_UNREAD - 1}+` : String(unread)
}

/** The title of the browser's tab; it begins with how many conversations are unread. */
export function tabTitle(title: string, unread: number): string {
  const bare = title.replace(/^\(\d+\+?\) /, '')
  return unread === 0 ? bare : `(${unreadText(unread)}) ${bare}`
}
