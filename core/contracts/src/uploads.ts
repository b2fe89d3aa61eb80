import type { DeliveryWindow } from './delivery-window.ts'
import type { MessageState, Money } from './message.ts'
import type { Principal } from './principal.ts'
import type { FindOptions } from './reports.ts'
import { defineService, type ServiceToken } from './service.ts'
import type { SpeedLimit } from './speed-limit.ts'

/**
 * The state of an upload. `receiving`: its file is not complete yet. `received`: it waits for a plan. `checking`: its
 * rows are being checked. `ready`: it can be started. `sending`: its rows are being submitted, or messages of it still
 * wait in the gateway. `scheduled`: all of its rows have been submitted, for a time to come. `paused`: no more rows are
 * submitted, and none of its messages goes, until it is resumed. `done`: each of its messages was handed to a network,
 * or has ended. The last two are final.
 * @stability stable
 */
export const UPLOAD_STATES = [
  'receiving',
  'received',
  'checking',
  'ready',
  'sending',
  'scheduled',
  'paused',
  'done',
  'cancelled',
] as const
/** @stability stable */
export type UploadState = (typeof UPLOAD_STATES)[number]

/**
 * Why a row is left out. `unreadable`: a quote in the wrong place, or a row too long. `missing-value`: a value that the
 * text needs is empty. `duplicate`: an earlier row has the same number. The others are found for certain only when the
 * row is submitted, so they may also be reported then.
 * @stability stable
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
/** @stability stable */
export type UploadProblem = (typeof UPLOAD_PROBLEMS)[number]

/** The cells of a row; null when it could not be read. @stability stable */
export type UploadCells = readonly string[] | null

/** A file to be uploaded. @stability stable */
export interface NewUpload {
  /** For people: 1 to 200 characters, normally the name of the file. */
  readonly name: string
  /** Octets of the file: 1 to 67,108,864. */
  readonly octets: number
}

/** A text for all contacts of some groups, for numbers, or for both. @stability stable */
export interface GroupUpload {
  /** For people: 1 to 200 characters. */
  readonly name: string
  /** At most 100 groups; a contact in several of them gets the text once. */
  readonly groupIds: readonly number[]
  /** Numbers in addition to the groups, in local or international form: at most 10,000. */
  readonly recipients?: readonly string[] | undefined
  /** `{first_name}` and so on stand for what the contact of a number has, as in `UploadPlan`. */
  readonly text: string
  readonly from?: string | undefined
  readonly flash?: boolean | undefined
  /** See `UploadRecord.speedLimit`. */
  readonly speedLimit?: SpeedLimit | undefined
}

/** Rows of the file, from one place to another. @stability stable */
export interface UploadPiece {
  /** The octet it begins at: as many as have been `received` of the file. */
  readonly from: number
  /** The octet it ends at, which is where the next row begins or the file ends. */
  readonly to: number
  /** What separates cells; readers of later pieces need it. */
  readonly separator: string
  /** At most 10,000 rows, each of at most 100 cells with 65,536 characters in all. */
  readonly rows: readonly UploadCells[]
}

/** A second text, to see which of two does better. @stability stable */
export interface TextComparison {
  /** As `UploadPlan.text`. */
  readonly text: string
  /** The share of the numbers that get it, in percent: 1 to 99. */
  readonly percent: number
  /**
   * Decides, together with a number, which text it gets: the same number always gets the same. Absent: a value of the
   * upload, which is in its record.
   */
  readonly seed?: string | undefined
}

/** How rows become messages. @stability stable */
export interface UploadPlan {
  /** True: the first row names the columns and is not a message. */
  readonly hasHeader: boolean
  /** The column with the numbers, from 0; they are read in local and international form. */
  readonly numberColumn: number
  /**
   * The text, in which `{1}` stands for the first column and `{town}` for the column of that name, ignoring case,
   * accents and blanks. Where there is no such column, it stands for what the phonebook has about the number:
   * `first_name`, `last_name`, `name`, `number`, `email`, and further fields by their names. `{town|here}` is `here`
   * where the value is empty. `{{` and `}}` stand for braces. `{opt_out_link}` and `{opt_in_link}` mean the same as in
   * every text.
   */
  readonly text: string
  /** As in `SubmitMessage`. */
  readonly from?: string | undefined
  readonly flash?: boolean | undefined
  /** Messages have the reference `A` for `text` and `B` for the second one. Absent: all get `text`. */
  readonly comparison?: TextComparison | undefined
}

/** A text that was submitted to several numbers at once. @stability stable */
export interface SentBulk {
  /** For people; cut after 200 characters. */
  readonly name: string
  readonly bulkId: string
  /** How many messages were submitted, how many of those were accepted, and their SMS parts. */
  readonly submitted: number
  readonly accepted: number
  readonly parts: number
  /** Null: at once. */
  readonly sendAt: Date | null
  /** That of the bulk. */
  readonly speedLimit?: SpeedLimit | undefined
}

/** What became of one of two texts that are compared; each number counts once. @stability stable */
export interface TextResults {
  readonly text: 'A' | 'B'
  readonly recipients: number
  readonly delivered: number
  /** As in `CampaignResults`. */
  readonly replied: number
  readonly optedOut: number
}

/** What became of the messages of a campaign, and what their recipients did. @stability stable */
export interface CampaignResults {
  /** The number of its messages in each state now. States of none are missing. */
  readonly states: Readonly<Partial<Record<MessageState, number>>>
  /** Its recipients: messages that were accepted, each number once. */
  readonly recipients: number
  /** How many of them sent the client an SMS within `RESPONSE_DAYS` days after their message was to go out. */
  readonly replied: number
  /** How many of them opted out within that time, and have not opted in since. */
  readonly optedOut: number
  /** The same for each of two texts; empty where there is one. */
  readonly texts: readonly TextResults[]
}

/** How long an answer counts as one to a campaign, in days. @stability stable */
export const RESPONSE_DAYS = 7

/** @stability stable */
export interface UploadRecord {
  readonly uploadId: number
  /** Given when it was begun; see `Uploads.rename`. */
  readonly name: string
  readonly state: UploadState
  /**
   * Why it has stopped on its own: the code of an error, `no-credit` for instance. Null when it has not, or when a user
   * paused it.
   */
  readonly pausedBecause: string | null
  /** The user who created it. */
  readonly userId: number
  /** Octets of its file, and how many of them have arrived. */
  readonly octets: number
  readonly received: number
  /** What separates cells; empty before the first piece. */
  readonly separator: string
  /** Rows that have arrived, including a header. */
  readonly rows: number
  /** Octets of those that are kept: they count towards what the client may keep. 0 once they are gone. */
  readonly keptOctets: number
  /** Null until it is set. */
  readonly plan: UploadPlan | null
  /** Rows checked so far. */
  readonly checked: number
  /** How many of the checked rows can be sent, the SMS parts that they need, and their price. */
  readonly messages: number
  readonly parts: number
  readonly price: Money
  /** How many rows are left out, by reason. Reasons with 0 rows are missing. */
  readonly problems: Readonly<Partial<Record<UploadProblem, number>>>
  /**
   * How many messages have been submitted, and how many of those were accepted. While it is sent they may be behind the
   * messages by the rows of one step; soon after it was paused, cancelled or done they are exact.
   */
  readonly submitted: number
  readonly accepted: number
  /** Groups its messages: for reports, rescheduling and cancelling what is scheduled. */
  readonly bulkId: string
  /** When its messages are to be sent; null = at once. */
  readonly sendAt: Date | null
  /** The hours in which its messages may be handed to a network; null: at any time. */
  readonly deliveryWindow: DeliveryWindow | null
  /** How fast its messages may be handed to a network; null: as fast as links take them. */
  readonly speedLimit: SpeedLimit | null
  readonly createdAt: Date
  readonly startedAt: Date | null
  /** When it was done or cancelled. */
  readonly endedAt: Date | null
}

/** Uploads in the order of their `uploadId`, highest first. @stability stable */
export interface UploadPage {
  readonly records: readonly UploadRecord[]
  /** The `before` of the next page; undefined on the last page. */
  readonly next: number | undefined
}

/** A row, and what becomes of it. @stability stable */
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
  /** Why it is left out; null when it is not. */
  readonly problem: UploadProblem | null
}

/** Rows in the order of the file. @stability stable */
export interface UploadRowPage {
  readonly rows: readonly UploadRow[]
  /** The `after` of the next page; undefined on the last page. */
  readonly next: number | undefined
}

/**
 * Campaigns: what a client sends to many. Lists of recipients, each with values of its own, that it supplies as a file:
 * taken in piece by piece, checked, and sent in the background with the origin `upload` and, unless the user has a
 * priority of its own, the priority `BULK`.
 *
 * All of it outlives the process. Every row is submitted under a `messageId` of its own, so it becomes one message
 * however often its node is killed. An upload has at most 1,000,000 rows. It is forgotten, but not its messages, 30
 * days after it was last touched. Its rows go with it, or at once when it is cancelled; those of uploads that are done
 * go when they take more than half of what the client may keep, the oldest first.
 *
 * Methods throw `not-found`/`upload-not-found` for an upload that does not exist or belongs to another client,
 * `conflict`/`upload-state` for what its state does not permit, `unavailable` while the database is away.
 * @stability stable
 */
export interface Uploads {
  /**
   * Begins an upload. Throws `invalid`/`bad-upload`, `conflict`/`too-many-uploads` when 100 uploads of the client wait
   * to be started, and `conflict`/`uploads-full` when their rows take all that the deployment keeps for a client; files
   * that are on their way count whole.
   */
  create(principal: Principal, upload: NewUpload): Promise<UploadRecord>
  /**
   * Begins an upload whose rows are the members of groups, with number and name. They are taken in and checked in the
   * background; it is started like any other. Throws `invalid`/`bad-upload`, `bad-plan`, `unknown-placeholder` and
   * `bad-speed-limit`, `not-found`/`group-not-found`, and `conflict`/`too-many-uploads` and `uploads-full`. With more
   * than 1,000,000 rows, or without room for them, it stops on its own (`too-many-recipients`, `uploads-full`).
   */
  createFromGroups(principal: Principal, upload: GroupUpload): Promise<UploadRecord>
  /**
   * Notes what was submitted to several numbers at once, so that it is found, followed and cancelled like an upload:
   * one without rows, whose messages are those of the bulk. Has no effect for a bulk that is noted already.
   */
  noteBulk(principal: Principal, bulk: SentBulk): Promise<UploadRecord>
  /**
   * Begins an upload to those recipients of another one whose messages have failed: refused by the network,
   * undeliverable, expired, or without a route. Each gets the text that it did not get, no faster than the first time.
   * It is taken in and checked in the background, and started like any other. Throws `invalid`/`bad-upload`,
   * `conflict`/`nothing-failed` and `too-many-uploads`.
   */
  createFromFailed(principal: Principal, uploadId: number, name: string): Promise<UploadRecord>
  /**
   * Newest first; `limit` is at most 100, `before` is the `next` of the previous page. With `bulkIds` only those that
   * have one of them.
   */
  find(
    principal: Principal,
    page: {
      readonly before?: number | undefined
      readonly limit: number
      readonly bulkIds?: readonly string[] | undefined
    },
  ): Promise<UploadPage>
  get(principal: Principal, uploadId: number): Promise<UploadRecord | undefined>
  /**
   * Takes the next rows of the file. A piece whose beginning has already arrived changes nothing: the record shows
   * where to go on. Throws `conflict`/`piece-missing` for a piece that leaves a gap, `invalid`/`bad-upload` for one
   * that cannot be stored, and `conflict`/`uploads-full`.
   */
  addRows(principal: Principal, uploadId: number, piece: UploadPiece): Promise<UploadRecord>
  /** The first rows of the file as they are, at most 100. */
  sample(principal: Principal, uploadId: number, limit: number): Promise<readonly UploadCells[]>
  /**
   * Sets how its rows become messages, before it is started, and has them checked in the background. Throws
   * `invalid`/`bad-plan` with `details`.
   */
  plan(principal: Principal, uploadId: number, plan: UploadPlan): Promise<UploadRecord>
  /**
   * Rows after `after` in the order of the file, at most 500 and some MiB, fewer when they are long: without a
   * `problem` all of them, with one those that are left out for it, with `any` all that are left out. Before there is a
   * plan they have no texts. Rows that have not been checked yet count as sound, and none are shown once they are gone.
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
  /**
   * Replaces the cells of a row that is left out, while the upload is `ready`, and checks it again. Throws
   * `conflict`/`row-is-sound` and `uploads-full`, `not-found`/`row-not-found`, `invalid`/`bad-upload` for more than 100
   * cells or 65,536 characters.
   */
  setRow(principal: Principal, uploadId: number, row: number, cells: readonly string[]): Promise<UploadRow>
  /**
   * Begins to send the rows that are not left out, at once or at a later time, and within a delivery window if one is
   * given. Without `speedLimit` the limit in the record holds; null: none. Has no effect on an upload that is already
   * being sent. Throws `invalid`/`bad-delivery-window` and `bad-speed-limit` with `details`.
   */
  start(
    principal: Principal,
    uploadId: number,
    sendAt?: Date | undefined,
    deliveryWindow?: DeliveryWindow | undefined,
    speedLimit?: SpeedLimit | null | undefined,
  ): Promise<UploadRecord>
  /**
   * Gives it another speed limit, or none (null), until it has ended. Where it had none, messages that are due already
   * go as they are; those that are scheduled, paused, or not submitted yet keep to it. Throws
   * `invalid`/`bad-speed-limit` with `details`.
   */
  limitSpeed(principal: Principal, uploadId: number, speedLimit: SpeedLimit | null): Promise<UploadRecord>
  /**
   * Submits no more of its rows, and has its messages wait that have not been handed to a network; see
   * `Schedules.pause`.
   */
  pause(principal: Principal, uploadId: number): Promise<UploadRecord>
  /** Goes on where it was paused or stopped on its own. */
  resume(principal: Principal, uploadId: number): Promise<UploadRecord>
  /**
   * Ends it: no more rows are submitted, its rows are deleted, and messages that are still scheduled are cancelled and
   * credited back. Has no effect on an upload that has ended.
   */
  cancel(principal: Principal, uploadId: number): Promise<UploadRecord>
  /** Gives it another name. Throws `invalid`/`bad-upload`. */
  rename(principal: Principal, uploadId: number, name: string): Promise<UploadRecord>
  /**
   * What became of its messages. Counts the messages themselves, so it takes the longer the more there are. Throws as
   * `Reports.find`.
   */
  results(principal: Principal, uploadId: number, options?: FindOptions): Promise<CampaignResults>
  /** The number of its messages in each state now. Throws as `Reports.find`. */
  states(
    principal: Principal,
    uploadId: number,
    options?: FindOptions,
  ): Promise<Readonly<Partial<Record<MessageState, number>>>>
}

export const Uploads: ServiceToken<Uploads> = defineService('heliograph.uploads')
