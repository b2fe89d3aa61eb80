import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { apiUrl, type Schemas } from '../../api/client.ts'
import { useTexts } from '../../language/define-texts.ts'
import { campaignTexts } from '../../texts/campaigns.ts'
import { CancelCampaign, LimitCampaign, MoveCampaign, RenameCampaign } from './CampaignDialogs.tsx'
import { actionsOf, type CampaignAction } from './campaign-actions.ts'
import { pauseCampaign, repeatCampaign, resumeCampaign } from './queries.ts'
import { useCampaignAction } from './use-campaign-action.ts'

interface CampaignMenuProps {
  readonly campaign: Schemas['Upload']
  /** Actions that are offered beside it. */
  readonly without?: readonly CampaignAction[]
}

/** What can be done with a campaign. */
export function CampaignMenu({ campaign, without = [] }: CampaignMenuProps) {
  const texts = useTexts(campaignTexts)
  const act = useCampaignAction(campaign)
  const navigate = useNavigate()
  const [open, setOpen] = useState<CampaignAction>()
  const { uploadId, name } = campaign

  async function sendAgain() {
    const again = await repeatCampaign(uploadId, texts.againName({ name }).slice(-200))
    await navigate({ to: '/uploads/$uploadId', params: { uploadId: String(again.uploadId) } })
  }

  function begin(action: CampaignAction) {
    if (action === 'pause') void act(() => pauseCampaign(uploadId))
    else if (action === 'resume') void act(() => resumeCampaign(uploadId))
    else if (action === 'again') void act(sendAgain)
    else setOpen(action)
  }

  const close = () => setOpen(undefined)
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={texts.actions({ name })}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {actionsOf(campaign)
            .filter((action) => !without.includes(action))
            .map((action) =>
              action === 'saveFailed' ? (
                <Menu.Item key={action} component="a" href={apiUrl(`/uploads/${uploadId}/failed.csv`)} download>
                  {texts.saveFailed}
                </Menu.Item>
              ) : (
                <Menu.Item key={action} onClick={() => begin(action)}>
                  {texts[action]}
                </Menu.Item>
              ),
            )}
        </Menu.Dropdown>
      </Menu>
      {open === 'rename' && <RenameCampaign campaign={campaign} onClose={close} />}
      {open === 'move' && <MoveCampaign campaign={campaign} onClose={close} />}
      {open === 'speed' && <LimitCampaign campaign={campaign} onClose={close} />}
      {open === 'cancel' && <CancelCampaign campaign={campaign} onClose={close} />}
    </>
  )
}
