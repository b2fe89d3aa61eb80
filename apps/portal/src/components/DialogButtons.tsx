import { Button, Group } from '@mantine/core'

interface DialogButtonsProps {
  readonly cancel: string
  readonly submit: string
  /** The form is being submitted. */
  readonly isBusy: boolean
  onCancel(): void
}

/** The foot of a form in a dialogue: buttons to cancel it and to submit it. */
export function DialogButtons({ cancel, submit, isBusy, onCancel }: DialogButtonsProps) {
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={onCancel}>
        {cancel}
      </Button>
      <Button type="submit" loading={isBusy}>
        {submit}
      </Button>
    </Group>
  )
}
