import { Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { IconBroadcast, IconCheck, IconPlayerPause, IconStar } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Schemas } from '../../api/client.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { ToneBadge } from '../../components/StateBadge.tsx'
import { useChannels } from '../../components/shared-queries.ts'
import { useTexts } from '../../language/define-texts.ts'
import { channelTexts } from '../../texts/channels.ts'

/** The channels of the client. */
export function ChannelsPage() {
  const texts = useTexts(channelTexts)
  const query = useChannels()
  return (
    <>
      <PageHeader title={texts.title} description={texts.description} />
      <Loaded query={query} rows={3} height={72} laterProblem="alone">
        {({ records }) => <ChannelList channels={records} />}
      </Loaded>
    </>
  )
}

function ChannelList({ channels }: { readonly channels: readonly Schemas['Channel'][] }) {
  const texts = useTexts(channelTexts)
  if (channels.length === 0) return <EmptyState title={texts.none} text={texts.noneText} Icon={IconBroadcast} />
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
      {channels.map((channel) => (
        <ChannelCard key={channel.channelId} channel={channel} />
      ))}
    </SimpleGrid>
  )
}

function ChannelCard({ channel }: { readonly channel: Schemas['Channel'] }) {
  const texts = useTexts(channelTexts)
  return (
    <Paper
      renderRoot={(props) => (
        <Link to="/channels/$channelId" params={{ channelId: String(channel.channelId) }} {...props} />
      )}
      c="inherit"
      td="none"
    >
      <Stack gap="xs">
        <Text size="xs" c="dimmed">
          {texts[channel.kind]}
        </Text>
        <Title order={2}>{channel.address}</Title>
        <Group gap="xs">
          <ChannelStatus isEnabled={channel.enabled} />
          {channel.isDefault && <ToneBadge color="blue" Icon={IconStar} text={texts.isDefault} />}
        </Group>
      </Stack>
    </Paper>
  )
}

/** Whether a channel is in use, by colour, icon and word. */
export function ChannelStatus({ isEnabled }: { readonly isEnabled: boolean }) {
  const texts = useTexts(channelTexts)
  return isEnabled ? (
    <ToneBadge color="green" Icon={IconCheck} text={texts.enabled} />
  ) : (
    <ToneBadge color="gray" Icon={IconPlayerPause} text={texts.disabled} />
  )
}
