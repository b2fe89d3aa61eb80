import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { apiUrl } from '../../api/client.ts'
import { useTexts } from '../../language/define-texts.ts'
import { accountTexts } from '../../texts/account.ts'

/** Saves all entries that fit as CSV. */
export function ExportAudit({ query }: { readonly query: Readonly<Record<string, string | number | undefined>> }) {
  const { audit: texts } = useTexts(accountTexts)
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
