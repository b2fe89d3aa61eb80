import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import type { Schemas } from '../../api/client.ts'
import { toProblem } from '../../api/problem.ts'
import { ErrorState } from '../../components/ErrorState.tsx'
import { notifyDone } from '../../components/notify.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { networkTexts } from '../../texts/networks.ts'
import { setNetworks, useReloadNetworks } from './queries.ts'

const LISTS = ['programs', 'portal'] as const

/** Both lists, with an entry in each line. */
export function NetworksForm({ networks }: { readonly networks: Schemas['Networks'] }) {
  const texts = useTexts(networkTexts)
  const reload = useReloadNetworks()
  const [error, setError] = useState<unknown>()
  const { address, programs, portal } = networks
  const form = useForm({ initialValues: { programs: programs.join('\n'), portal: portal.join('\n') } })
  const save = form.onSubmit(async (values) => {
    setError(undefined)
    try {
      await setNetworks({ programs: linesOf(values.programs), portal: linesOf(values.portal) })
      form.resetDirty()
      notifyDone(texts.saved)
      await reload()
    } catch (thrown) {
      const { details } = toProblem(thrown)
      form.setErrors(details)
      if (Object.keys(details).length === 0) setError(thrown)
    }
  })

  function addPresent(): void {
    form.setFieldValue('portal', [...linesOf(form.getValues().portal), address].join('\n'))
  }

  return (
    <form onSubmit={save}>
      <Stack>
        {error !== undefined && <NetworksProblem error={error} address={address} />}
        <Group gap="xs">
          <Text size="sm">{texts.present({ address })}</Text>
          <Button
            size="compact-sm"
            variant="default"
            h="auto"
            mih="1.625rem"
            styles={{ label: { whiteSpace: 'normal', lineHeight: 1.5 } }}
            onClick={addPresent}
          >
            {texts.addPresent}
          </Button>
        </Group>
        {LISTS.map((name) => (
          <Textarea
            key={name}
            name={name}
            label={texts.lists[name].label}
            description={texts.lists[name].help}
            placeholder={texts.anywhere}
            autosize
            minRows={3}
            maxRows={12}
            spellCheck={false}
            {...form.getInputProps(name)}
          />
        ))}
        <Group justify="flex-end">
          <Button type="submit" loading={form.submitting} disabled={!form.isDirty()}>
            {texts.save}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function NetworksProblem({ error, address }: { readonly error: unknown; readonly address: string }) {
  const texts = useTexts(networkTexts)
  if (toProblem(error).code !== 'locks-you-out') return <ErrorState error={error} />
  return (
    <Alert color="red" role="alert">
      {texts.locksOut({ address })}
    </Alert>
  )
}

function linesOf(text: string): string[] {
  return text.split(/[\s,;]+/).filter((entry) => entry !== '')
}
