import { Button, Group, NativeSelect, Stack, Text, Textarea, TextInput, Title } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Schemas } from '../../../api/client.ts'
import { ErrorState } from '../../../components/ErrorState.tsx'
import { useTexts } from '../../../language/define-texts.ts'
import { runTexts } from '../../../texts/run-requests.ts'
import { previewSend } from '../queries.ts'
import { ConfirmRun } from './ConfirmRun.tsx'
import { type EditedRequest, KEY_PLACE, readCurl, toFetch } from './http-request.ts'
import { messageIn } from './message-in.ts'
import { type RunAnswer, RunResult } from './RunResult.tsx'
import { isReading, restRequests } from './rest-requests.ts'

const MONOSPACE = { fontFamily: 'var(--mantine-font-family-monospace)' }

/** Characters of an answer that are shown. */
const MOST_SHOWN = 100_000

export interface RunRequestProps {
  readonly shown: Pick<Schemas['Interface'], 'instanceId' | 'adapter'>
  /** Its example, without a key. */
  readonly example: string | undefined
  readonly to: string
  readonly apiKey: string
  readonly onApiKey: (apiKey: string) => void
  /** Makes a key to try things out with. */
  readonly onMakeKey: () => Promise<void>
}

/** Requests of an interface, to be edited and sent to this gateway. */
export function RunRequest({ shown, example, to, ...keys }: RunRequestProps) {
  const texts = useTexts(runTexts)
  const documented = documentedRequests(shown.adapter, example, to)
  const [chosen, setChosen] = useState(0)
  const request = documented[chosen]
  if (request === undefined) return null
  return (
    <Stack component="section" aria-labelledby="run" gap="sm">
      <Title order={3} id="run">
        {texts.title}
      </Title>
      <Text size="sm" c="dimmed">
        {texts.text}
      </Text>
      {documented.length > 1 && (
        <NativeSelect
          label={texts.request}
          maw="28rem"
          value={String(chosen)}
          onChange={({ currentTarget }) => setChosen(Number(currentTarget.value))}
          data={documented.map(({ method, path }, index) => ({
            value: String(index),
            label: `${method} ${path.replace(/\?.*/, '')}`,
          }))}
        />
      )}
      <RequestForm
        key={`${chosen} ${request.path} ${request.body}`}
        adapter={shown.adapter}
        request={request}
        {...keys}
      />
    </Stack>
  )
}

function documentedRequests(adapter: string, example: string | undefined, to: string): readonly EditedRequest[] {
  if (adapter === 'v2') return restRequests(to)
  const read = example === undefined ? undefined : readCurl(example)
  return read === undefined ? [] : [read]
}

interface RequestFormProps extends Pick<RunRequestProps, 'apiKey' | 'onApiKey' | 'onMakeKey'> {
  readonly adapter: string
  readonly request: EditedRequest
}

function RequestForm({ adapter, request, apiKey, onApiKey, onMakeKey }: RequestFormProps) {
  const texts = useTexts(runTexts)
  const [edited, setEdited] = useState(request)
  const run = useRun(apiKey)
  const price = useMutation({ mutationFn: priceOf })
  const make = useMutation({ mutationFn: onMakeKey })
  const set = (name: keyof EditedRequest) => (event: { readonly currentTarget: { readonly value: string } }) => {
    const { value } = event.currentTarget
    setEdited((now) => ({ ...now, [name]: value }))
  }
  const start = () => (isReading(adapter, edited) ? run.mutate(edited) : price.mutate(edited))
  const mono = { styles: { input: MONOSPACE }, dir: 'ltr', spellCheck: false, autoComplete: 'off' } as const
  return (
    <Stack gap="sm">
      <Group gap="sm" align="flex-end">
        <TextInput
          label={texts.key}
          description={texts.keyHelp({ place: KEY_PLACE })}
          value={apiKey}
          maxLength={200}
          style={{ flex: '1 1 20rem' }}
          {...mono}
          onChange={({ currentTarget }) => onApiKey(currentTarget.value.trim())}
        />
        <Button variant="default" loading={make.isPending} onClick={() => make.mutate()}>
          {texts.makeKey}
        </Button>
      </Group>
      {make.error && <ErrorState error={make.error} />}
      <Group gap="sm" align="flex-end">
        <NativeSelect label={texts.method} value={edited.method} onChange={set('method')} data={METHODS} w="7rem" />
        <TextInput
          label={texts.path}
          value={edited.path}
          onChange={set('path')}
          style={{ flex: '1 1 20rem' }}
          {...mono}
        />
      </Group>
      <Textarea label={texts.headers} value={edited.headers} onChange={set('headers')} autosize minRows={1} {...mono} />
      {edited.method !== 'GET' && (
        <Textarea
          label={texts.body}
          value={edited.body}
          onChange={set('body')}
          autosize
          minRows={2}
          maxRows={20}
          {...mono}
        />
      )}
      <Group>
        <Button
          leftSection={<IconPlayerPlay size={16} aria-hidden />}
          loading={run.isPending || price.isPending}
          disabled={apiKey === ''}
          onClick={start}
        >
          {texts.send}
        </Button>
        {apiKey === '' && (
          <Text size="sm" c="dimmed">
            {texts.noKey}
          </Text>
        )}
      </Group>
      {price.error && <ErrorState error={price.error} />}
      <ConfirmRun
        preview={price.data}
        onClose={price.reset}
        onSend={() => {
          price.reset()
          run.mutate(edited)
        }}
      />
      {run.data !== undefined && <RunResult answer={run.data} />}
    </Stack>
  )
}

const METHODS = ['GET', 'POST', 'PUT', 'DELETE']

/** What a request would cost; null: it is not plain what it sends. */
async function priceOf(request: EditedRequest): Promise<Schemas['SendPreview'] | null> {
  const message = messageIn(request)
  return message === undefined ? null : previewSend(message.text, message.to)
}

function useRun(apiKey: string) {
  return useMutation({
    async mutationFn(request: EditedRequest): Promise<RunAnswer> {
      const ready = toFetch(request, apiKey, location.origin)
      if ('problem' in ready) return { kind: ready.problem }
      const startedAt = performance.now()
      try {
        const response = await fetch(ready.path, ready.init)
        const body = (await response.text()).slice(0, MOST_SHOWN)
        const elapsedMs = performance.now() - startedAt
        return { kind: 'answered', status: response.status, headers: [...response.headers], body, elapsedMs }
      } catch {
        return { kind: 'failed' }
      }
    },
  })
}
