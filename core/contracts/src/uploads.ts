import type { MessageState, Money } from './message.ts'
import type { Principal } from './principal.ts'
import type { FindOptions } from './reports.ts'
import { defineService, type ServiceToken } from './service.ts'

/**
 * Where an upload stands. `receiving`: its file is not whole yet. `received`: it waits to be told what its rows mean. `checking`: its rows are looked at. `ready`: it can
 * be started. `sending`: its rows are submitted. `paused`: no more of them are, until it is resumed. The last two are final.
 */
export const UPLOAD_STATES = [
  'receiving',
  'received',
  'checking',
  'ready',
  'sending',
  'paused',
  'done',
  'cancelled',
] as const
export type UploadState = (typeof UPLOAD_STATES)[number]

/**
 * Why a row is left out. `unreadable`: a quote in the wrong place, or a row too long. `missing-value`: a cell that the text asks for is empty. `duplicate`: an earlier
 * row has the same number. The others are found out for certain only when the row is submitted, and may be told then as well.
 */
export const UPLOAD_PROBLEMS = [
  'unreadable',
  'bad-number',
  'missing-value',
  'empty-text',
  'too-long',
  'duplicate',
  'opted-out',
] as const
export type UploadProblem = (typeof UPLOAD_PROBLEMS)[number]

/** The cells of a row; null when it could not be read. */
export type UploadCells = readonly string[] | null

/** A file to be uploaded. */
export interface NewUpload {
  /** For people: 1 to 200 characters, normally the name of the file. */
  readonly name: string
  /** Octets of the file: 1 to 67,108,864. */
  readonly octets: number
}

/** A text for everybody in groups of contacts. */
export interface GroupUpload {
  /** For people: 1 to 200 characters. */
  readonly name: string
  /** 1 to 100; who is in several of them gets it once. */
  readonly groupIds: readonly number[]
  /** Numbers beside them, in local or international form: at most 10,000. */
  readonly recipients?: readonly string[] | undefined
  /** As in `SubmitMessage`: braces in it are braces. */
  readonly text: string
  readonly from?: string | undefined
  readonly flash?: boolean | undefined
}

/** Rows from a place of the file to another. */
export interface UploadPiece {
  /** The octet it begins at: what has been `received` of the file. */
  readonly from: number
  /** The octet it ends at, which is where the next row begins or where the file ends. */
  readonly to: number
  /** What separates cells, which readers of further pieces need to know. */
  readonly separator: string
  /** At most 10,000, each of at most 100 cells. */
  readonly rows: readonly UploadCells[]
}

/** How rows become messages. */
export interface UploadPlan {
  /** The first row names the columns and is no message. */
  readonly hasHeader: boolean
  /** The column with the numbers, from 0; they are read in local and international form. */
  readonly numberColumn: number
  /**
   * The text, in which `{1}` stands for the first column and `{name}` for the one of that name, whatever its case, accents and blanks. `{{` and `}}` stand for braces.
   * `{opt_out_link}` and `{opt_in_link}` mean what they mean in every text.
   */
  readonly text: string
  /** As in `SubmitMessage`. */
  readonly from?: string | undefined
  readonly flash?: boolean | undefined
}

export interface UploadRecord {
  readonly uploadId: number
  readonly name: string
  readonly state: UploadState
  /** Why it has stopped by itself: the code of an error, `no-credit` for instance. Null: it has not, or somebody paused it. */
  readonly pausedBecause: string | null
  /** Who brought it. */
  readonly userId: number
  /** Octets of its file, and how many of them have come. */
  readonly octets: number
  readonly received: number
  /** What separates cells; empty before the first piece. */
  readonly separator: string
  /** Rows that have come, a header among them. */
  readonly rows: number
  /** Null before it was told. */
  readonly plan: UploadPlan | null
  /** Rows that have been looked at. */
  readonly checked: number
  /** How many of the rows that were looked at can be sent, the SMS parts that they need, and what these cost. */
  readonly messages: number
  readonly parts: number
  readonly price: Money
  /** Rows that are left out, by why. What would be 0 is missing. */
  readonly problems: Readonly<Partial<Record<UploadProblem, number>>>
  /** How many messages have been submitted, and how many of those were accepted. */
  readonly submitted: number
  readonly accepted: number
  /** Groups its messages: for reports, rescheduling and cancelling what is scheduled. */
  readonly bulkId: string
  /** When its messages are to be sent; null: at once. */
  readonly sendAt: Date | null
  readonly createdAt: Date
  readonly startedAt: Date | null
  /** When it was done or cancelled. */
  readonly endedAt: Date | null
}

/** Uploads in the order of their `uploadId`, highest first. */
export interface UploadPage {
  readonly records: readonly UploadRecord[]
  /** `before` of the next page. Undefined: there is none. */
  readonly next: number | undefined
}

/** A row, and what becomes of it. */
export interface UploadRow {
  /** From 1; the header is a row too. */
  readonly row: number
  readonly cells: UploadCells
  /** The recipient in E.164 digits; null when there is none. */
  readonly to: string | null
  /** The text as it will arrive, with links as for a number of 15 digits; empty when there is none. */
  readonly text: string
  readonly encoding: 'gsm' | 'ucs2'
  readonly parts: number
  /** Why it is left out; null: it is not. */
  readonly problem: UploadProblem | null
}

/** Rows in the order of the file. */
export interface UploadRowPage {
  readonly rows: readonly UploadRow[]
  /** `after` of the next page. Undefined: there is none. */
  readonly next: number | undefined
}

/**
 * Lists of recipients, each with values of its own, that a client brings as a file: taken in piece by piece, checked, and sent in the background with the priority `BULK` and
 * the origin `upload`, unless the user has a priority of its own.
 *
 * All of it outlives the process. A row is submitted under a `messageId` of its own, so that it becomes one message however often its node is killed. An upload has at most
 * 1,000,000 rows. It is forgotten with its rows, but not with its messages, 30 days after it was touched last.
 *
 * Methods throw `not-found`/`upload-not-found` for what does not exist or belongs to another client, `conflict`/`upload-state` for what its state does not
 * permit, `unavailable` while the database is away.
 */
export interface Uploads {
  /** Begins one. Throws `invalid`/`bad-upload`, and `conflict`/`too-many-uploads` when 100 of the client wait to be started. */
  create(principal: Principal, upload: NewUpload): Promise<UploadRecord>
  /**
   * Begins one whose rows are the members of groups, as number and name. They are taken in and checked in the background; it is started like any other. Throws
   * `invalid`/`bad-upload` and `bad-plan`, `not-found`/`group-not-found`, and `conflict`/`too-many-uploads`. With more than 1,000,000 rows it stops by itself
   * (`too-many-recipients`).
   */
  createFromGroups(principal: Principal, upload: GroupUpload): Promise<UploadRecord>
  /** Newest first; `limit` at most 100, `before` the `next` of the page before. */
  find(
    principal: Principal,
    page: { readonly before?: number | undefined; readonly limit: number },
  ): Promise<UploadPage>
  get(principal: Principal, uploadId: number): Promise<UploadRecord | undefined>
  /**
   * Takes the next rows of the file. A piece whose beginning has come already changes nothing: the record tells where to go on. Throws `conflict`/
   * `piece-missing` for one that leaves a gap, `invalid`/`bad-upload` for what cannot be kept.
   */
  addRows(principal: Principal, uploadId: number, piece: UploadPiece): Promise<UploadRecord>
  /** The first rows of the file as they are, at most 100. */
  sample(principal: Principal, uploadId: number, limit: number): Promise<readonly UploadCells[]>
  /** Tells how its rows become messages, while it is not started, and has them checked in the background. Throws `invalid`/`bad-plan` with `details`. */
  plan(principal: Principal, uploadId: number, plan: UploadPlan): Promise<UploadRecord>
  /**
   * Rows behind `after` in the order of the file, at most 500; without a `problem` all of them, with one those that are left out for it, with `any` all that are left out.
   * Before there is a plan they have no texts. What was not checked yet counts as sound.
   */
  rows(
    principal: Principal,
    uploadId: number,
    page: {
      readonly after?: number | undefined
      readonly limit: number
      readonly problem?: UploadProblem | 'any' | undefined
    },
  ): Promise<UploadRowPage>
  /** Puts other cells into a row that is left out, while the upload is `ready`, and looks at it again. Throws `conflict`/`row-is-sound`, `not-found`/`row-not-found`. */
  setRow(principal: Principal, uploadId: number, row: number, cells: readonly string[]): Promise<UploadRow>
  /** Begins to send what is not left out, at once or for a time to come. Nothing changes for one that is being sent already. */
  start(principal: Principal, uploadId: number, sendAt?: Date | undefined): Promise<UploadRecord>
  /** Submits no more of it. What has been submitted goes its way. */
  pause(principal: Principal, uploadId: number): Promise<UploadRecord>
  /** Goes on where it was paused, or has stopped by itself. */
  resume(principal: Principal, uploadId: number): Promise<UploadRecord>
  /** Ends it: no more of it is submitted, and what of it is still scheduled is cancelled and credited back. Nothing changes for one that has ended. */
  cancel(principal: Principal, uploadId: number): Promise<UploadRecord>
  /** Where its messages stand now. Throws as `Reports.find`. */
  states(
    principal: Principal,
    uploadId: number,
    options?: FindOptions,
  ): Promise<Readonly<Partial<Record<MessageState, number>>>>
}

export const Uploads: ServiceToken<Uploads> = defineService('heliograph.uploads')
