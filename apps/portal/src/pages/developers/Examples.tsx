import { Anchor, Group, NativeSelect, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import type { Schemas } from '../../api/client.ts'
import { ErrorState } from '../../components/ErrorState.tsx'
import { LoadingRows } from '../../components/LoadingRows.tsx'
import { useInterfaces } from '../../components/shared-queries.ts'
import { type TextsOf, useTexts } from '../../language/define-texts.ts'
import { useFormatters } from '../../language/language.tsx'
import { useMe } from '../../session/session.ts'
import { developerTexts } from '../../texts/developers.ts'
import { runTexts } from '../../texts/run-requests.ts'
import { nameOf, offered } from './interface-names.ts'
import { Programs } from './Programs.tsx'
import { useAddKey, useExamples } from './queries.ts'
import { restPrograms } from './rest-programs.ts'
import { KEY_PLACE } from './run/http-request.ts'
import { RunRequest } from './run/RunRequest.tsx'
import { SmppSettings } from './SmppSettings.tsx'

const TYPING_MS = 250
const SHORTEST_NUMBER = 3
const DAY_MS = 86_400_000

export interface ExamplesProps {
  /** The key created since the page was opened. */
  readonly apiKey: string | undefined
  readonly onNewKey: (apiKey: string) => void
}

/** Examples for every interface, with the user's own key, channel and number, and a way to run them. */
export function Examples({ apiKey, onNewKey }: ExamplesProps) {
  const { examples: texts } = useTexts(developerTexts)
  const [to, setTo] = useState('27821234567')
  const interfaces = useInterfaces()
  const [typed] = useDebouncedValue(to, TYPING_MS)
  const values = useExamples({ apiKey, to: typed.length >= SHORTEST_NUMBER ? typed : undefined })
  const error = interfaces.error ?? values.error
  return (
    <Paper component="section" aria-labelledby="examples">
      <Title order={2} id="examples">
        {texts.title}
      </Title>
      <Text size="sm" c="dimmed">
        {texts.text} {values.data && senderText(texts, values.data.channel)} {apiKey === undefined && texts.noKey}
      </Text>
      <Stack mt="md">
        <TextInput
          label={texts.to}
          description={texts.toHelp}
          value={to}
          onChange={(event) => setTo(event.currentTarget.value.replace(/\D/g, '').slice(0, 15))}
          inputMode="numeric"
          maw="20rem"
        />
        {error && <ErrorState error={error} onRetry={() => void interfaces.refetch()} />}
        {!error &&
          (interfaces.data && values.data ? (
            <InterfaceExamples
              interfaces={offered(interfaces.data.records)}
              values={values.data}
              apiKey={apiKey}
              onNewKey={onNewKey}
            />
          ) : (
            <LoadingRows />
          ))}
      </Stack>
    </Paper>
  )
}

function senderText(
  texts: Pick<TextsOf<typeof developerTexts>['examples'], 'channel' | 'noChannel'>,
  channel: string | null,
): string {
  return channel === null ? texts.noChannel : texts.channel({ address: channel })
}

interface InterfaceExamplesProps extends ExamplesProps {
  readonly interfaces: readonly Schemas['Interface'][]
  readonly values: Schemas['InterfaceExamples']
}

function InterfaceExamples({ interfaces, values, ...keys }: InterfaceExamplesProps) {
  const { examples: texts } = useTexts(developerTexts)
  const [chosen, setChosen] = useState<string>()
  const shown = interfaces.find(({ instanceId }) => instanceId === chosen) ?? interfaces[0]
  if (shown === undefined) return null
  return (
    <Stack>
      <NativeSelect
        label={texts.interfaces}
        value={shown.instanceId}
        onChange={(event) => setChosen(event.currentTarget.value)}
        data={interfaces.map((each) => ({ value: each.instanceId, label: nameOf(each) }))}
        maw="20rem"
      />
      <InterfaceLinks shown={shown} />
      {shown.adapter === 'smpp' ? (
        <SmppSettings ports={shown.ports} values={values} />
      ) : (
        <>
          <InterfaceExample shown={shown} values={values} />
          <Runner key={shown.instanceId} interfaces={interfaces} shown={shown} values={values} {...keys} />
        </>
      )}
    </Stack>
  )
}

interface RunnerProps extends InterfaceExamplesProps {
  readonly shown: Schemas['Interface']
}

/** Runs requests of interfaces that this page's own server has: to others the browser sends nothing from here. */
function Runner({ interfaces, shown, values, apiKey, onNewKey }: RunnerProps) {
  const texts = useTexts(runTexts)
  const { userId } = useMe()
  const [pasted, setPasted] = useState<string>()
  const add = useAddKey(userId, (made) => {
    onNewKey(made)
    setPasted(undefined)
  })
  const portal = interfaces.find(({ adapter }) => adapter === 'portal-api')
  if (shown.url === null || shown.routes.length === 0) return null
  if (portal?.url !== shown.url) return <Text size="sm">{texts.elsewhere}</Text>
  const makeKey = async () => {
    const expiresAt = new Date(Date.now() + DAY_MS).toISOString()
    await add.mutateAsync({ scope: 'send', name: texts.testKey, expiresAt })
  }
  return (
    <RunRequest
      shown={shown}
      example={values.examples[shown.instanceId]?.replaceAll(values.apiKey, KEY_PLACE)}
      to={values.to}
      apiKey={pasted ?? apiKey ?? ''}
      onApiKey={setPasted}
      onMakeKey={makeKey}
    />
  )
}

function InterfaceLinks({ shown: { url, documentation, adapter } }: { readonly shown: Schemas['Interface'] }) {
  const { examples: texts } = useTexts(developerTexts)
  const { colon } = useFormatters()
  const link = { target: '_blank', rel: 'noreferrer', size: 'sm' }
  return (
    <Group gap="md">
      {url !== null && (
        <Text size="sm">
          {texts.address}
          {colon}
          {url}
        </Text>
      )}
      {documentation !== null && (
        <Anchor href={documentation} {...link}>
          {texts.documentation}
        </Anchor>
      )}
      {documentation !== null && adapter === 'soap' && (
        <Anchor href={`${documentation}?WSDL`} {...link}>
          {texts.wsdl}
        </Anchor>
      )}
    </Group>
  )
}

interface InterfaceExampleProps {
  readonly shown: Schemas['Interface']
  readonly values: Schemas['InterfaceExamples']
}

function InterfaceExample({ shown: { instanceId, adapter, url }, values }: InterfaceExampleProps) {
  const { examples: texts } = useTexts(developerTexts)
  const example = values.examples[instanceId]
  const { apiKey, to, channel: from } = values
  const rest = adapter === 'v2' && url !== null ? restPrograms({ url, apiKey, to, from }) : []
  const programs = [...(example === undefined ? [] : [{ language: texts.curl, code: example }]), ...rest]
  if (programs.length > 0) return <Programs key={instanceId} programs={programs} />
  return (
    <Text size="sm" c="dimmed">
      {texts.none}
    </Text>
  )
}
