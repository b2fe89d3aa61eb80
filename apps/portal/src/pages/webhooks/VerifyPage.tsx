import { Alert, Anchor, Group, NativeSelect, Paper, Stack, Tabs, Text, Textarea, TextInput, Title } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { CodeBlock } from '../../components/CodeBlock.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { useChannels } from '../../components/shared-queries.ts'
import { useTexts } from '../../language/define-texts.ts'
import { useFormatters } from '../../language/language.tsx'
import { useMe } from '../../session/session.ts'
import { webhookTexts } from '../../texts/webhooks.ts'
import { useSignature } from './queries.ts'
import { receiversFor } from './receivers.ts'

/** How a receiver verifies that a webhook is genuine: programs to start from, and a form to check one by hand. */
export function VerifyPage() {
  const { verify: texts, backToLog } = useTexts(webhookTexts)
  const { role } = useMe()
  return (
    <>
      <Anchor component={Link} to="/webhooks" size="sm" display="inline-block" mb={4}>
        <Group gap={4} component="span">
          <IconArrowLeft size={14} aria-hidden /> {backToLog}
        </Group>
      </Anchor>
      <PageHeader title={texts.title} description={texts.description} />
      <Stack gap="lg" maw="52rem">
        <Paper>
          <Stack>
            <Text size="sm">{texts.rule}</Text>
            {role === 'user' ? <Receivers url={null} /> : <ChannelReceivers />}
            <Text size="sm" c="dimmed">
              {texts.libraries}
            </Text>
          </Stack>
        </Paper>
        <SignatureCheck />
      </Stack>
    </>
  )
}

function ChannelReceivers() {
  const { verify: texts } = useTexts(webhookTexts)
  const { colon } = useFormatters()
  const { data } = useChannels()
  const [chosen, setChosen] = useState<string>()
  const channels = data?.records ?? []
  const channel = channels.find(({ channelId }) => String(channelId) === chosen) ?? channels[0]
  return (
    <>
      <NativeSelect
        label={texts.channel}
        value={channel?.channelId ?? ''}
        onChange={(event) => setChosen(event.currentTarget.value)}
        data={channels.map(({ channelId, address }) => ({ value: String(channelId), label: address }))}
        maw="20rem"
      />
      {channel && (
        <Text size="sm">
          {channel.dlrUrl === null ? texts.noUrl : `${texts.url}${colon}${channel.dlrUrl}`}{' '}
          <Anchor
            underline="always"
            renderRoot={(props) => (
              <Link to="/channels/$channelId" params={{ channelId: String(channel.channelId) }} {...props} />
            )}
          >
            {texts.toSecrets}
          </Anchor>
        </Text>
      )}
      <Receivers url={channel?.dlrUrl ?? null} />
    </>
  )
}

function Receivers({ url }: { readonly url: string | null }) {
  const { verify: texts } = useTexts(webhookTexts)
  const receivers = receiversFor(url)
  return (
    <>
      <Text size="sm">{texts.secretHint}</Text>
      <Tabs defaultValue="node" keepMounted={false}>
        <Tabs.List>
          {receivers.map(({ id, language }) => (
            <Tabs.Tab key={id} value={id}>
              {language ?? texts.byHand}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {receivers.map(({ id, language, code }) => (
          <Tabs.Panel key={id} value={id} pt="sm">
            <CodeBlock code={code} label={language ?? texts.byHand} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  )
}

/** Computes a signature in the browser, where the secret stays. */
function SignatureCheck() {
  const { check: texts } = useTexts(webhookTexts).verify
  const [secret, setSecret] = useState('')
  const [body, setBody] = useState('')
  const [signature, setSignature] = useState('')
  const { data: expected } = useSignature(secret, body)
  const isGiven = secret !== '' && signature !== ''
  return (
    <Paper component="section" aria-labelledby="signature-check">
      <Title order={2} id="signature-check">
        {texts.title}
      </Title>
      <Text size="sm" c="dimmed">
        {texts.text}
      </Text>
      <Stack mt="md">
        <TextInput
          label={texts.secret}
          value={secret}
          onChange={(event) => setSecret(event.currentTarget.value)}
          autoComplete="off"
        />
        <Textarea
          label={texts.body}
          value={body}
          onChange={(event) => setBody(event.currentTarget.value)}
          autosize
          minRows={3}
          maxRows={10}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        />
        <TextInput
          label={texts.signature}
          value={signature}
          onChange={(event) => setSignature(event.currentTarget.value.trim())}
          placeholder="sha256=…"
          autoComplete="off"
        />
        {isGiven && expected === null && <Alert color="gray">{texts.unavailable}</Alert>}
        {isGiven && expected && (
          <Alert color={expected === signature ? 'green' : 'red'} role="status">
            {expected === signature ? texts.matches : texts.differs}
            {expected !== signature && (
              <Text size="sm" mt="xs" style={{ overflowWrap: 'anywhere' }}>
                {texts.expected} {expected}
              </Text>
            )}
          </Alert>
        )}
      </Stack>
    </Paper>
  )
}
