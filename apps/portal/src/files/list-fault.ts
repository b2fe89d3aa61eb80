/** Why a file is not read as a list. Each has a sentence in `texts/list-files.ts`. */
export type ListFaultCode =
  | 'empty'
  | 'too-large'
  | 'other-kind'
  | 'old-excel'
  | 'unknown-encoding'
  | 'bad-workbook'
  | 'too-many-rows'
  | 'too-many-columns'
  | 'too-slow'

/** Thrown for a file that is not read as a list. */
export class ListFault extends Error {
  readonly code: ListFaultCode

  constructor(code: ListFaultCode) {
    super(code)
    this.name = 'ListFault'
    this.code = code
  }
}
