/** Which contacts the list shows. */
export interface ContactsSearch {
  /** The beginning of the number, or of words of the name. */
  readonly q?: string
  readonly group?: number
  readonly status?: 'opted-in' | 'opted-out'
}
