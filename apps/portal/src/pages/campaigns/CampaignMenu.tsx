import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api, apiUrl, type Schemas } from '../../api/client.ts'
import { useTexts } from '../../language/define-texts.ts'
import { campaignTexts } from '../../texts/campaigns.ts'
import { CancelCampaign, LimitCampaign, MoveCampaign, RenameCampaign } from './CampaignDialogs.tsx'
import { actionsOf, type CampaignAction } from './campaign-actions.ts'
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
  const params = { path: { uploadId } }

  async function sendAgain() {
    const body = { name: texts.againName(name).slice(-200) }
    const { data } = await api.POST('/uploads/{uploadId}/resend', { params, body })
    const again = String((data as Schemas['Upload']).uploadId)
    await navigate({ to: '/uploads/$uploadId', params: { uploadId: again } })
  }

  function begin(action: CampaignAction) {
    if (action === 'pause') void act(() => api.POST('/uploads/{uploadId}/pause', { params }))
    else if (action === 'resume') void act(() => api.POST('/uploads/{uploadId}/resume', { params }))
    else if (action === 'again') void act(sendAgain)
    else setOpen(action)
  }

  const close = () => setOpen(undefined)
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={texts.actions(name)}>
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
