import { LiveStreams } from './live-streams.ts'

/** Lives as long as one tab of the portal does, whichever tab it was that started it. */
const streams = new LiveStreams((address) => new EventSource(address))

addEventListener('connect', (event) => {
  const [port] = (event as MessageEvent).ports
  if (port !== undefined) port.onmessage = ({ data }) => streams.take(port, data)
})
