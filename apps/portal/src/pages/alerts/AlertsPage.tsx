import { Button, Paper, Stack, Title } from '@mantine/core'
import { IconBell, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { Schemas } from '../../api/client.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { alertTexts } from '../../texts/alerts.ts'
import { shellTexts } from '../../texts/shell.ts'
import { AlertForm } from './AlertForm.tsx'
import { AlertHistory } from './AlertHistory.tsx'
import { AlertRow } from './AlertRow.tsx'
import { useAlerts } from './queries.ts'

/** The alerts that the client has set, and those that began or ended. */
export function AlertsPage() {
  const texts = useTexts(alertTexts)
  const { pages } = useTexts(shellTexts)
  const [edited, setEdited] = useState<Schemas['Alert'] | 'new'>()
  const query = useAlerts()
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEdited('new')}>
      {texts.add}
    </Button>
  )
  return (
    <>
      <PageHeader title={pages.alerts} description={texts.description} actions={add} />
      <Stack gap="lg">
        <Loaded query={query} rows={3}>
          {({ records }) =>
            records.length === 0 ? (
              <Paper>
                <EmptyState title={texts.none} text={texts.noneText} Icon={IconBell} />
              </Paper>
            ) : (
              <Stack component="ul" aria-label={texts.list} gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
                {records.map((alert) => (
                  <AlertRow key={alert.alertId} alert={alert} onEdit={() => setEdited(alert)} />
                ))}
              </Stack>
            )
          }
        </Loaded>
        <Paper component="section" p="md" aria-label={texts.history}>
          <Title order={2} mb="sm">
            {texts.history}
          </Title>
          <AlertHistory />
        </Paper>
      </Stack>
      {edited !== undefined && (
        <AlertForm
          alert={edited === 'new' ? undefined : edited}
          hasMail={query.data?.hasMail ?? false}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  )
}
