import { Button } from '@mantine/core'
import { IconLinkOff } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Schemas } from '../../api/client.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { notifyFrom } from '../../components/notify.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { pluginPageTexts } from '../../texts/plugin-pages.ts'
import { type FramePort, openFramePort } from './frame-port.ts'
import { callEndpoint } from './queries.ts'
import { usePortalState } from './use-portal-state.ts'

/** Until the page says how high it is. */
const FIRST_HEIGHT = 480

export interface PluginFrameProps {
  readonly page: Schemas['PluginPage']
  readonly title: string
}

/** A page of a plugin: a frame without an origin, which has one port to the portal and nothing else of it. */
export function PluginFrame({ page, title }: PluginFrameProps) {
  const { instanceId, pageId, path } = page
  const texts = useTexts(pluginPageTexts)
  const router = useRouter()
  const readState = usePortalState()
  const frame = useRef<HTMLIFrameElement>(null)
  const port = useRef<FramePort>(undefined)
  const state = useRef(readState)
  const loads = useRef(0)
  const [height, setHeight] = useState(FIRST_HEIGHT)
  const [hasLeft, setLeft] = useState(false)
  state.current = readState

  useLayoutEffect(() => {
    if (frame.current === null || hasLeft) return
    loads.current = 0
    port.current = openFramePort(frame.current, {
      state: () => state.current(),
      call: (endpoint, body) => callEndpoint({ instanceId, pageId, endpoint }, body),
      setHeight,
      notify: (text, tone) => notifyFrom(title, text, tone === 'problem'),
      navigate: (to) => router.history.push(`/portal${to}`),
    })
    return () => port.current?.close()
  }, [instanceId, pageId, title, hasLeft, router])

  const shown = JSON.stringify(readState())
  // biome-ignore lint/correctness/useExhaustiveDependencies: told again whenever it differs.
  useEffect(() => port.current?.tell(state.current()), [shown])

  function onLoad() {
    loads.current += 1
    if (loads.current === 1) return
    // Another document has come into the frame, one that is not the plugin's page.
    port.current?.close()
    setLeft(true)
  }

  if (hasLeft) {
    const again = (
      <Button variant="default" onClick={() => setLeft(false)}>
        {texts.open}
      </Button>
    )
    return <EmptyState Icon={IconLinkOff} title={texts.leftTitle} text={texts.left} action={again} />
  }
  return (
    <iframe
      ref={frame}
      src={path}
      title={title}
      sandbox="allow-scripts allow-forms"
      referrerPolicy="no-referrer"
      onLoad={onLoad}
      style={{ border: 0, width: '100%', height, display: 'block' }}
    />
  )
}
