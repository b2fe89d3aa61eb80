import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { Schemas } from '../../api/client.ts'
import { DialogButtons } from '../../components/DialogButtons.tsx'
import { MomentInput } from '../../components/MomentInput.tsx'
import { notifyDone } from '../../components/notify.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { NO_MOMENT, problemOf } from '../../moments/moment-text.ts'
import { campaignTexts } from '../../texts/campaigns.ts'
import { speedLimitTexts } from '../../texts/speed-limit.ts'
import { moveBulk } from '../scheduled/queries.ts'
import { SpeedLimitField } from '../send/SpeedLimitField.tsx'
import { cancelCampaign, limitCampaign, renameCampaign } from './queries.ts'
import { useCampaignAction } from './use-campaign-action.ts'

interface DialogProps {
  readonly campaign: Schemas['Upload']
  readonly onClose: () => void
}

/** Gives a campaign another name. */
export function RenameCampaign({ campaign, onClose }: DialogProps) {
  const texts = useTexts(campaignTexts)
  const { uploadId } = campaign
  const [name, setName] = useState(campaign.name)
  return (
    <FormDialog
      campaign={campaign}
      onClose={onClose}
      title={texts.rename}
      isReady={name.trim() !== ''}
      run={() => renameCampaign(uploadId, name)}
    >
      <TextInput
        label={texts.renameTitle}
        value={name}
        maxLength={200}
        data-autofocus
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
    </FormDialog>
  )
}

/** Gives a scheduled campaign another time. */
export function MoveCampaign({ campaign, onClose }: DialogProps) {
  const texts = useTexts(campaignTexts)
  const { bulkId } = campaign
  const [time, setTime] = useState(NO_MOMENT)
  const { at } = time
  async function move() {
    if (at === null) return
    await moveBulk(bulkId, at)
    notifyDone(texts.moved)
  }
  return (
    <FormDialog
      campaign={campaign}
      onClose={onClose}
      title={texts.move}
      isReady={at !== null && problemOf(time, Date.now()) === null}
      run={move}
    >
      <MomentInput label={texts.newTime} name="newTime" value={time} onChange={setTime} />
    </FormDialog>
  )
}

/** Gives a campaign that is under way another speed limit. */
export function LimitCampaign({ campaign, onClose }: DialogProps) {
  const texts = useTexts(campaignTexts)
  const { noneYet } = useTexts(speedLimitTexts)
  const { uploadId } = campaign
  const [speedLimit, setSpeedLimit] = useState(campaign.speedLimit)
  return (
    <FormDialog
      campaign={campaign}
      onClose={onClose}
      title={texts.speed}
      isReady
      run={() => limitCampaign(uploadId, speedLimit)}
    >
      <SpeedLimitField value={speedLimit} onChange={setSpeedLimit} />
      {campaign.speedLimit === null && <Text size="sm">{noneYet}</Text>}
    </FormDialog>
  )
}

interface FormDialogProps extends DialogProps {
  readonly title: string
  /** What was typed can be saved. */
  readonly isReady: boolean
  readonly run: () => Promise<unknown>
  readonly children: ReactNode
}

function FormDialog({ campaign, onClose, title, isReady, run, children }: FormDialogProps) {
  const texts = useTexts(campaignTexts)
  const act = useCampaignAction(campaign)
  const [isBusy, setBusy] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!isReady) return
    setBusy(true)
    await act(run)
    onClose()
  }

  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': texts.close }}>
      <form onSubmit={(event) => void submit(event)}>
        <Stack>
          {children}
          <DialogButtons cancel={texts.back} submit={texts.save} isBusy={isBusy} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  )
}

/** Ends a campaign, once it was said what that means. */
export function CancelCampaign({ campaign, onClose }: DialogProps) {
  const texts = useTexts(campaignTexts)
  const act = useCampaignAction(campaign)
  const [isBusy, setBusy] = useState(false)
  const { uploadId, name } = campaign

  async function cancel() {
    setBusy(true)
    await act(() => cancelCampaign(uploadId))
    onClose()
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.cancelTitle({ name })}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <Stack>
        <Text size="sm">{texts.cancelText}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {texts.keep}
          </Button>
          <Button color="red" loading={isBusy} onClick={() => void cancel()}>
            {texts.yesCancel}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
