/** A process that holds a life line, to be killed. Arguments: data folder, id of the node. */
import { writeSync } from 'node:fs'
import { captureLogger } from '@heliograph/testkit'
import { LifeLine } from '../../src/ownership/life-line.ts'

const [dataDir = '', nodeId = ''] = process.argv.slice(2)
await new LifeLine(captureLogger()).open(dataDir, nodeId)
setInterval(() => {}, 60_000)
writeSync(1, 'open')
