import { Group, Stack, Text } from '@mantine/core'
import { Fragment } from 'react'
import type { Schemas } from '../../api/client.ts'
import { TimeText } from '../../components/TimeText.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { useFormatters } from '../../language/language.tsx'
import { auditDetailTexts } from '../../texts/audit-details.ts'
import { auditLogTexts } from '../../texts/audit-log.ts'
import { fieldNameTexts } from '../../texts/field-names.ts'
import { auditDetail } from './audit-detail.ts'

interface AuditRowProps {
  readonly entry: Schemas['AuditEntry']
  /** Null: it concerns the deployment, or all entries of the list are of one client. */
  readonly clientName: string | null
}

/** An entry of the audit log: what was done, when, who did it, to what, and what was changed. */
export function AuditRow({ entry, clientName }: AuditRowProps) {
  const texts = useTexts(auditLogTexts)
  const details = useDetails(entry)
  const words: Readonly<Record<string, string>> = texts.actions
  const about = [clientName, entry.subject, ...details].filter((text) => text !== null && text !== '')
  return (
    <Stack gap={2} py="xs">
      <Group gap="xs" justify="space-between">
        <Text size="sm" fw={600}>
          {words[entry.action] ?? entry.action}
        </Text>
        <Text size="sm" c="dimmed">
          <TimeText moment={entry.at} />
        </Text>
      </Group>
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {[entry.email === '' ? texts.aCommand : (entry.email ?? texts.anOperator), ...about].map((part, index) => (
          <Fragment key={part}>
            {index > 0 && ' · '}
            <bdi>{part}</bdi>
          </Fragment>
        ))}
      </Text>
    </Stack>
  )
}

/** What was changed to what; for refused logins: why, how often and from where. */
function useDetails({ action, detail }: Schemas['AuditEntry']): readonly string[] {
  const texts = useTexts(auditLogTexts)
  const { names, values } = useTexts(auditDetailTexts)
  const { names: fields } = useTexts(fieldNameTexts)
  const { colon, dateTime, list } = useFormatters()
  if (action !== 'log-in-refused')
    return auditDetail(detail, { names: { ...fields, ...names }, values, colon, list, dateTime })
  const { reason = '', times = '', address = '' } = detail
  const reasons: Readonly<Record<string, string>> = texts.refusals
  return [
    reasons[reason] ?? reason,
    texts.refusedTimes({ times }),
    texts.refusedBy({ name: detail.interface ?? '', address }),
  ]
}
