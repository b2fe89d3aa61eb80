import type { EngineSettings } from '../settings.ts'

/** The ways to the database of a deployment. */
export interface DatabaseAccess {
  /** Postgres, or a pooler before it. */
  readonly url: string
  /** Postgres itself, for what needs a session or limits of its own; the same as `url` where there is no pooler. */
  readonly directUrl: string
  /** Connections to `url` get another session for each transaction, and ask for nothing when they begin. */
  readonly isPooled: boolean
  /** Statements over `url` are prepared, once for each connection. */
  readonly isPreparing: boolean
  /** A replica of that database, which answers reads where it can; undefined: there is none. */
  readonly reportUrl?: string | undefined
}

/** @param url that of the settings, or of the embedded server */
export function accessOf(
  url: string,
  { directUrl = url, pooler, prepare, reportUrl }: EngineSettings['database'],
): DatabaseAccess {
  return { url, directUrl, isPooled: pooler === 'transaction', isPreparing: prepare, reportUrl }
}
