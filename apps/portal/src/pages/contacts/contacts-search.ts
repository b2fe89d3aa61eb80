/** Which contacts the list shows. */
export interface ContactsSearch {
  /** The beginning of the name or the number. */
  readonly q?: string
  readonly group?: number
  readonly status?: 'opted-in' | 'opted-out'
}
