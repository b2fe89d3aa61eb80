import type { Clock, Logger } from '@heliograph/contracts'
import { dropOldAudit } from '../../accounts/audit/audit-store.ts'
import { maintainCreditMonths } from '../../accounts/credit-months.ts'
import type { Chore } from '../../clock/calendar.ts'
import { dropOldContactAudit } from '../../contacts/old-audit.ts'
import type { Sql } from '../../database/database.ts'
import { dropOldUpload } from '../../intake/uploads/old-uploads.ts'
import { dropOldFigures } from '../../read/figures/drop-old-figures.ts'
import { maintainRequestDays } from '../../read/requests/request-days.ts'
import type { EngineSettings } from '../../settings.ts'
import type { Archive } from '../archive/archive.ts'
import { removeTexts } from '../texts/remove-texts.ts'
import { clearClients } from './clear-clients.ts'
import { maintainRanges } from './id-ranges.ts'
import { ledgerMonths } from './ledger-months.ts'
import type { RemovalCounts } from './removal-counts.ts'
import { requestDays } from './request-days.ts'

export interface RetentionOptions {
  readonly sql: Sql
  readonly clock: Clock
  readonly logger: Logger
  readonly kept: EngineSettings['retention']
  readonly counts: RemovalCounts
  readonly archive: Archive
}

/** Chores that remove data whose retention has ended. A run that is cut off loses nothing: the next one continues. */
export function createRetentionChores({
  sql,
  clock,
  logger,
  kept,
  counts,
  archive,
}: RetentionOptions): readonly Chore[] {
  return [
    {
      name: 'months of credit',
      everyMs: 3_600_000,
      run: async () => {
        const months = await maintainCreditMonths(sql, ledgerMonths(kept))
        if (months.length > 0) logger.info({ months }, 'old months of the ledger were closed')
        counts.dropped('ledger', months.length)
      },
    },
    {
      name: 'days of requests',
      everyMs: 3_600_000,
      run: async () => counts.dropped('requests', await maintainRequestDays(sql, requestDays(kept))),
    },
    {
      name: 'audit of contacts',
      everyMs: 3_600_000,
      run: async () => {
        let isMore = true
        while (isMore) {
          const page = await dropOldContactAudit(sql, kept.contactAuditDays)
          counts.removed('contact-audit', page.removed)
          isMore = page.isMore
        }
      },
    },
    {
      name: 'audit log',
      everyMs: 600_000,
      run: async () => counts.removed('audit', await dropOldAudit(sql, kept.auditDays)),
    },
    {
      name: 'old uploads',
      everyMs: 600_000,
      run: async () => {
        while (await dropOldUpload(sql, kept)) counts.removed('uploads', 1)
      },
    },
    {
      name: 'old figures',
      everyMs: 3_600_000,
      run: async () => counts.removed('figures', await dropOldFigures(sql, kept.figureMonths)),
    },
    {
      name: 'texts',
      everyMs: 60_000,
      run: async () => {
        const texts = kept.textDays === undefined ? 0 : await removeTexts(sql, clock, kept.textDays)
        counts.removed('texts', texts)
        if (texts > 0) logger.info({ texts }, 'old texts were removed')
      },
    },
    { name: 'data of clients', everyMs: 600_000, run: () => clearClients({ sql, clock, counts, archive }) },
    {
      name: 'id ranges',
      everyMs: 600_000,
      run: async () => {
        const ranges = await maintainRanges(sql, kept, archive)
        if (ranges.length > 0) logger.info({ ranges }, 'old data dropped')
        for (const { data } of ranges) counts.dropped(data)
      },
    },
  ]
}
