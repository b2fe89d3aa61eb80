import { Anchor, Group, Stack } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link, useParams } from '@tanstack/react-router'
import { Loaded } from '../../components/Loaded.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { channelTexts } from '../../texts/channels.ts'
import { ChannelSecrets } from './ChannelSecrets.tsx'
import { ChannelSettings } from './ChannelSettings.tsx'
import { ChannelStatus } from './ChannelsPage.tsx'
import { useChannel } from './queries.ts'

/** Every setting of one channel. */
export function ChannelPage() {
  const texts = useTexts(channelTexts)
  const { channelId } = useParams({ from: '/shell/channels/$channelId' })
  const query = useChannel(Number(channelId))
  const { data } = query
  return (
    <>
      <Anchor component={Link} to="/channels" size="sm" display="inline-block" mb={4}>
        <Group gap={4} component="span">
          <IconArrowLeft size={14} aria-hidden /> {texts.all}
        </Group>
      </Anchor>
      <PageHeader
        title={data ? texts.settingsOf({ address: data.address }) : texts.title}
        actions={data && <ChannelStatus isEnabled={data.enabled} />}
      />
      <Loaded query={query} rows={5} height={96} laterProblem="above">
        {(channel) => (
          <Stack gap="lg" maw="52rem">
            <ChannelSettings key={channel.channelId} channel={channel} />
            <ChannelSecrets channel={channel} />
          </Stack>
        )}
      </Loaded>
    </>
  )
}
