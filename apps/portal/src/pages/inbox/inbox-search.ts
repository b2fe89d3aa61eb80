/** The folders of the inbox, in the order in which they are offered. */
export const FOLDERS = ['open', 'mine', 'unassigned', 'snoozed', 'done', 'any'] as const

export type Folder = (typeof FOLDERS)[number]

/** Which part of the inbox is shown. */
export interface InboxSearch {
  /** The channel of the open conversation; without it, the newest conversation of the contact. */
  readonly channel?: number
  readonly unread?: boolean
  /** Absent: see `shownFolder`. */
  readonly folder?: Folder
  /** The beginning of numbers, or of words of names. */
  readonly q?: string
}

/** What is looked for by name, number or words is looked for in all folders, unless one was chosen. */
export function shownFolder({ folder, q }: InboxSearch): Folder {
  return folder ?? (q === undefined ? 'open' : 'any')
}
