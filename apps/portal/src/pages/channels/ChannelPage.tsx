import { Anchor, Group, Stack } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link, useParams } from '@tanstack/react-router'
import { queries } from '../../api/client.ts'
import { ErrorState } from '../../components/ErrorState.tsx'
import { LoadingRows } from '../../components/LoadingRows.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { channelTexts } from '../../texts/channels.ts'
import { ChannelSecrets } from './ChannelSecrets.tsx'
import { ChannelSettings } from './ChannelSettings.tsx'
import { ChannelStatus } from './ChannelsPage.tsx'

/** Every setting of one channel. */
export function ChannelPage() {
  const texts = useTexts(channelTexts)
  const { channelId } = useParams({ from: '/shell/channels/$channelId' })
  const params = { path: { channelId: Number(channelId) } }
  const { data: channel, error, refetch } = queries.useQuery('get', '/channels/{channelId}', { params })
  return (
    <>
      <Anchor component={Link} to="/channels" size="sm" display="inline-block" mb={4}>
        <Group gap={4} component="span">
          <IconArrowLeft size={14} aria-hidden /> {texts.all}
        </Group>
      </Anchor>
      <PageHeader
        title={channel ? texts.settingsOf(channel.address) : texts.title}
        actions={channel && <ChannelStatus isEnabled={channel.enabled} />}
      />
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {channel === undefined && !error && <LoadingRows rows={5} height={96} />}
      {channel && (
        <Stack gap="lg" maw="52rem">
          <ChannelSettings key={channel.channelId} channel={channel} />
          <ChannelSecrets channel={channel} />
        </Stack>
      )}
    </>
  )
}
