import { NativeSelect, Paper, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { Schemas } from '../../api/client.ts'
import { useTexts } from '../../language/define-texts.ts'
import { channelTexts } from '../../texts/channels.ts'
import { SecretField } from './SecretField.tsx'

const OVERLAPS = [0, 1, 24, 72, 168, 720]

/** The keys that sign the webhooks of a channel. */
export function ChannelSecrets({ channel }: { readonly channel: Schemas['Channel'] }) {
  const { secrets: texts } = useTexts(channelTexts)
  const [overlapHours, setOverlapHours] = useState(24)
  const { channelId, secrets } = channel
  const common = { channelId, overlapHours }
  return (
    <Paper component="section" aria-labelledby="section-secrets">
      <Title order={2} id="section-secrets">
        {texts.title}
      </Title>
      <Text size="sm" c="dimmed">
        {texts.text}
      </Text>
      <Stack gap="lg" mt="md">
        <NativeSelect
          name="lk_secret_overlap"
          label={texts.overlap}
          value={String(overlapHours)}
          onChange={(event) => setOverlapHours(Number(event.currentTarget.value))}
          data={OVERLAPS.map((hours) => ({
            value: String(hours),
            label: hours < 48 ? texts.hours({ count: hours }) : texts.days({ count: hours / 24 }),
          }))}
          maw="16rem"
        />
        <SecretField {...common} secret="securityKey" name="txt_security_key" state={secrets.securityKey} />
        <SecretField {...common} secret="optOut" name="txt_optout_secret" state={secrets.optOut} />
        <SecretField {...common} secret="optIn" name="txt_optin_secret" state={secrets.optIn} />
      </Stack>
    </Paper>
  )
}
