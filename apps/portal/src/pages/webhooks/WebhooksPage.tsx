import { Button, Paper } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import { Link, useSearch } from '@tanstack/react-router'
import { PageHeader } from '../../components/PageHeader.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { webhookTexts } from '../../texts/webhooks.ts'
import { PausedHosts } from './PausedHosts.tsx'
import { WebhookDrawer } from './WebhookDrawer.tsx'
import { WebhookFilters } from './WebhookFilters.tsx'
import { WebhookList } from './WebhookList.tsx'

/** The log of webhooks, and the failing servers. */
export function WebhooksPage() {
  const texts = useTexts(webhookTexts)
  const search = useSearch({ from: '/shell/webhooks' })
  return (
    <>
      <PageHeader
        title={texts.title}
        description={texts.description}
        actions={
          <Button
            component={Link}
            to="/webhooks/verify"
            variant="default"
            leftSection={<IconShieldCheck size={16} aria-hidden />}
          >
            {texts.verifyLink}
          </Button>
        }
      />
      <PausedHosts everyClient={search.everyClient} />
      <Paper p="md">
        <WebhookFilters search={search} />
        <WebhookList search={search} />
      </Paper>
      {search.webhook !== undefined && <WebhookDrawer webhookId={search.webhook} />}
    </>
  )
}
