import { Badge, Button, Group, Paper, Stack, Text } from '@mantine/core'
import type { Schemas } from '../../api/client.ts'
import { notifyDone, notifyProblem } from '../../components/notify.tsx'
import { TimeText } from '../../components/TimeText.tsx'
import { useAlertWords } from '../../components/use-alert-words.ts'
import { useTexts } from '../../language/define-texts.ts'
import { useFormatters } from '../../language/language.tsx'
import { alertTexts } from '../../texts/alerts.ts'
import { useReloadAlerts, useRemoveAlert } from './queries.ts'

interface AlertRowProps {
  readonly alert: Schemas['Alert']
  readonly onEdit: () => void
}

/** An alert: what it watches, how that stands, and who is told. */
export function AlertRow({ alert, onEdit }: AlertRowProps) {
  const { alertId, email, isOn, kind, raisedAt, url, value } = alert
  const texts = useTexts(alertTexts)
  const words = useAlertWords()
  const { list } = useFormatters()
  const reload = useReloadAlerts()
  const removing = useRemoveAlert()
  const what = words.what(alert)
  const targets = [email, url].filter((target) => target !== null)

  async function remove(): Promise<void> {
    try {
      await removing.mutateAsync({ params: { path: { alertId } } })
      notifyDone(texts.removed)
      await reload()
    } catch (error) {
      notifyProblem(error)
    }
  }

  return (
    <Paper component="li" p="md">
      <Group justify="space-between" align="flex-start">
        <Stack gap={4} style={{ minWidth: 0 }}>
          <Group gap="xs">
            <Text fw={600}>{what}</Text>
            {!isOn && <Badge color="gray">{texts.off}</Badge>}
            {isOn && (
              <Badge color={raisedAt === null ? 'green' : 'red'}>{raisedAt === null ? texts.well : texts.raised}</Badge>
            )}
          </Group>
          <Text size="sm" c="dimmed">
            {value === null ? texts.unknown : words.found(kind, value)}{' '}
            {raisedAt !== null && (
              <>
                {texts.since} <TimeText moment={raisedAt} />
              </>
            )}
          </Text>
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {targets.length === 0 ? texts.tellsPortal : texts.tells({ targets: list(targets) })}
          </Text>
        </Stack>
        <Group gap="xs">
          <Button size="compact-sm" variant="default" onClick={onEdit} aria-label={texts.editOf({ what })}>
            {texts.edit}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => void remove()}
            loading={removing.isPending}
            aria-label={texts.removeOf({ what })}
          >
            {texts.remove}
          </Button>
        </Group>
      </Group>
    </Paper>
  )
}
