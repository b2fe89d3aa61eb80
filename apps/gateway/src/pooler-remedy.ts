/** The settings that lead to Postgres. */
export type UrlSetting = 'database.url' | 'database.directUrl' | 'database.reportUrl'

/** What to do about a pooler before Postgres where there may be none. */
export const POOLER_REMEDY: Readonly<Record<UrlSetting, string>> = {
  'database.url':
    'Let database.url lead to Postgres itself; or set database.pooler to transaction and let database.directUrl lead there (HIGH-AVAILABILITY.md).',
  'database.directUrl': 'Let database.directUrl lead to Postgres itself.',
  'database.reportUrl': 'Let database.reportUrl lead to the standby itself.',
}
