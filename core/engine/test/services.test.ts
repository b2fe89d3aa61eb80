import { serviceSuite } from '@heliograph/testkit'
import { PEOPLE_CASES } from './service-cases/people-cases.ts'
import { startServiceWorld } from './support/service-world.ts'

// spec: Outgoing message request (v2) | rule | messages[].destinations[].messageId finds the message again -> a message id
// spec: Send result (v2) | rule | messages[].from is the channel that was used -> the channel a message names is used, also with a plus
serviceSuite(startServiceWorld, PEOPLE_CASES)
