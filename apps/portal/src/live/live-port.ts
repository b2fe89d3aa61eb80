import type { LiveNews, LiveWish } from './live-messages.ts'
import { LiveStreams } from './live-streams.ts'

/** By which a tab says what it follows. */
export interface LiveControl {
  send(wish: LiveWish): void
}

/** To the streams that all tabs share or, in a browser that cannot share, to streams of its own. */
export function openControl(onNews: (news: LiveNews) => void): LiveControl {
  return typeof SharedWorker === 'undefined' ? ownStreams(onNews) : sharedStreams(onNews)
}

function sharedStreams(onNews: (news: LiveNews) => void): LiveControl {
  const worker = new SharedWorker(new URL('./live-worker.ts', import.meta.url), { type: 'module' })
  let own: LiveControl | undefined
  let last: LiveWish | undefined
  // Its file could not be loaded.
  worker.onerror = () => {
    own ??= ownStreams(onNews)
    if (last !== undefined) own.send(last)
  }
  worker.port.onmessage = ({ data }: MessageEvent<LiveNews>) => onNews(data)
  return {
    send(wish) {
      last = wish
      if (own === undefined) worker.port.postMessage(wish)
      else own.send(wish)
    },
  }
}

function ownStreams(onNews: (news: LiveNews) => void): LiveControl {
  const streams = new LiveStreams((address) => new EventSource(address))
  const port = { postMessage: onNews }
  return { send: (wish) => streams.take(port, wish) }
}
