import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { apiUrl } from '../../api/client.ts'
import { useTexts } from '../../language/define-texts.ts'
import { auditLogTexts } from '../../texts/audit-log.ts'

/** Saves all entries that fit as CSV. */
export function ExportAudit({ query }: { readonly query: Readonly<Record<string, string | number | undefined>> }) {
  const texts = useTexts(auditLogTexts)
  return (
    <Button
      component="a"
      variant="default"
      href={apiUrl('/audit-log.csv', query)}
      download
      leftSection={<IconDownload size={16} aria-hidden />}
    >
      {texts.exportCsv}
    </Button>
  )
}
