import { setPriority } from 'node:os'
import { type IdleStopSettings, stopWhenIdle } from './idle-stop.ts'

// The process that stops an unused server. It is started next to the server, with the settings as its argument.

const LOWEST_PRIORITY = 19

setPriority(LOWEST_PRIORITY)
await stopWhenIdle(JSON.parse(process.argv[2] ?? '') as IdleStopSettings)
