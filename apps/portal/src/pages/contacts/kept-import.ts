import { drop, findKept, keep } from '../../session/browser-store.ts'
import type { ColumnRole } from './column-roles.ts'
import type { ImportState } from './use-import.ts'

/** What an import needs to continue after a reload, besides its progress. */
export interface KeptList {
  readonly file: File
  readonly hasHeader: boolean
  readonly roles: readonly ColumnRole[]
  /** The name of a group that all of them join as well; undefined: none. */
  readonly group?: string | undefined
}

/** How far it is. The error that stopped it is not kept: it occurs again when the import continues. */
type Progress = Omit<ImportState, 'error'>

/**
 * A user's import for a client, as this browser keeps it; file and progress are separate, since only one of them
 * changes.
 */
export interface KeptImport {
  /** False: it will not outlive this page. */
  begin(list: KeptList): Promise<boolean>
  note(progress: Progress): Promise<unknown>
  /** Undefined: no import has begun that is not done. */
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
