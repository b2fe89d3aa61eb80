import { Modal, NativeSelect, NumberInput, Stack, Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import type { Schemas } from '../../api/client.ts'
import { toProblem } from '../../api/problem.ts'
import { type AlertKind, UNITS } from '../../components/alert-unit.ts'
import { DialogButtons } from '../../components/DialogButtons.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { notifyDone } from '../../components/notify.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { useMe } from '../../session/session.ts'
import { alertTexts } from '../../texts/alerts.ts'
import { shellTexts } from '../../texts/shell.ts'
import { useAddAlert, useChangeAlert, useReloadAlerts } from './queries.ts'

/** What is offered at first, as it is typed. */
const USUAL: Readonly<Record<AlertKind, number>> = {
  'credit-amount': 100,
  'credit-days': 7,
  'delivery-rate': 80,
  'opt-out-rate': 5,
  'webhooks-failing': 20,
  'link-down': 5,
}

const KINDS = Object.keys(USUAL) as AlertKind[]

interface AlertFormProps {
  /** Undefined: a new one. */
  readonly alert: Schemas['Alert'] | undefined
  /** Whether the gateway can send mail. */
  readonly hasMail: boolean
  readonly onClose: () => void
}

/** The form of an alert: what it watches, its limit, and who is told. */
export function AlertForm({ alert, hasMail, onClose }: AlertFormProps) {
  const texts = useTexts(alertTexts)
  const { close } = useTexts(shellTexts)
  const { role, currency } = useMe()
  const reload = useReloadAlerts()
  const adding = useAddAlert()
  const changing = useChangeAlert()
  const [error, setError] = useState<unknown>()
  const form = useForm({
    initialValues: {
      kind: alert?.kind ?? ('credit-amount' as AlertKind),
      limit: alert === undefined ? USUAL['credit-amount'] : toTyped(alert.kind, alert.limit),
      email: alert?.email ?? '',
      url: alert?.url ?? '',
      isOn: alert?.isOn ?? true,
    },
  })
  const { kind } = form.values
  const kinds = KINDS.filter((each) => each !== 'link-down' || role === 'operator')
  const unit = UNITS[kind]

  const save = form.onSubmit(async ({ limit, email, url, isOn }) => {
    setError(undefined)
    const body = {
      limit: UNITS[kind] === 'share' ? Number(limit) / 100 : Number(limit),
      email: email.trim() || null,
      url: url.trim() || null,
      isOn,
      language: document.documentElement.lang || 'en',
    }
    try {
      if (alert === undefined) await adding.mutateAsync({ body: { kind, ...body } })
      else await changing.mutateAsync({ params: { path: { alertId: alert.alertId } }, body })
      notifyDone(texts.saved)
      await reload()
      onClose()
    } catch (thrown) {
      const wrong = Object.keys(toProblem(thrown).details).filter((field) => field in texts.wrong)
      for (const field of wrong) form.setFieldError(field, texts.wrong[field as keyof typeof texts.wrong])
      if (wrong.length === 0) setError(thrown)
    }
  })

  return (
    <Modal
      opened
      onClose={onClose}
      title={alert === undefined ? texts.add : texts.edit}
      closeButtonProps={{ 'aria-label': close }}
    >
      <form onSubmit={save} noValidate>
        <Stack>
          {alert === undefined && (
            <NativeSelect
              label={texts.kind}
              data={kinds.map((value) => ({ value, label: texts.kinds[value] }))}
              value={kind}
              onChange={(event) => {
                const chosen = event.currentTarget.value as AlertKind
                form.setValues({ kind: chosen, limit: USUAL[chosen] })
              }}
            />
          )}
          <NumberInput
            label={texts.limits[kind]}
            description={texts.explained[kind]}
            min={0}
            suffix={unit === 'share' ? ' %' : unit === 'amount' ? ` ${currency}` : ''}
            {...form.getInputProps('limit')}
          />
          <TextInput
            label={texts.email}
            description={hasMail ? undefined : texts.noMail}
            type="email"
            {...form.getInputProps('email')}
          />
          <TextInput label={texts.url} description={texts.urlHelp} type="url" {...form.getInputProps('url')} />
          <Switch label={texts.isOn} {...form.getInputProps('isOn', { type: 'checkbox' })} />
          {error !== undefined && <ErrorState error={error} />}
          <DialogButtons
            cancel={texts.cancel}
            submit={texts.save}
            isBusy={adding.isPending || changing.isPending}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  )
}

function toTyped(kind: AlertKind, limit: number): number {
  return UNITS[kind] === 'share' ? Math.round(limit * 1_000) / 10 : limit
}
