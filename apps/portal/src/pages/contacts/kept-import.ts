import { drop, findKept, keep } from '../../session/browser-store.ts'
import type { ColumnRole } from './column-roles.ts'
import type { ImportState } from './use-import.ts'

/** What an import needs to go on after a reload, besides how far it is. */
export interface KeptList {
  readonly file: File
  readonly hasHeader: boolean
  readonly roles: readonly ColumnRole[]
}

/** How far it is. What stopped it is not kept: it goes on, and is told again. */
type Progress = Omit<ImportState, 'error'>

/** The import of a user for a client, as this browser keeps it; file and progress apart, since only one of them changes. */
export interface KeptImport {
  /** False: it will not outlive this page. */
  begin(list: KeptList): Promise<boolean>
  note(progress: Progress): Promise<unknown>
  /** Undefined: there is none that has begun and is not done. */
  find(): Promise<{ readonly list: KeptList; readonly progress: Progress } | undefined>
  drop(): Promise<void>
}

export function keptImport({ clientId, userId }: { readonly clientId: number; readonly userId: number }): KeptImport {
  const listKey = `contact-import ${clientId} ${userId} list`
  const progressKey = `contact-import ${clientId} ${userId} progress`
  return {
    begin: (list) => keep(listKey, list),
    note: (progress) => keep(progressKey, progress),
    async find() {
      const list = await findKept<KeptList>(listKey)
      const progress = await findKept<Progress>(progressKey)
      return list && progress && { list, progress }
    },
    async drop() {
      await drop(progressKey)
      await drop(listKey)
    },
  }
}
