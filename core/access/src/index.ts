export type { AccountKeeper, ChannelLimits, CreditGiver, SecurityKeyChange } from './account-keeper.ts'
export { requireAdminRole, requireOperator } from './account-permissions.ts'
export { type Admits, admissionOf, readNetworks } from './client-networks.ts'
export { guardAccounts, type NoteAct } from './guard-accounts.ts'
export { type AuditStore, guardAuditLog, type KeptAct, type NotedAct } from './guard-audit-log.ts'
export { guardWebhooks, type WebhookKeeper } from './guard-webhooks.ts'
export { createLoginLinks, type LoginLinkKeeper } from './login-links.ts'
export {
  type LogInRefusal,
  type NoteRefusal,
  REFUSED_ACTION,
  refusalDetail,
  refusalEntry,
} from './login-refusals.ts'
export { existingAccount, missingAccount } from './missing-account.ts'
export { type NoteChange, noteAccountChanges } from './note-account-changes.ts'
export { createPasskeys, goesOn, type PasskeyStore, type StoredPasskey } from './passkeys.ts'
export {
  hostOf,
  RESENDS_PER_MINUTE,
  ResendLimits,
  type ResentWebhook,
  TESTS_PER_MINUTE,
} from './resend-limits.ts'
export { createSecondFactors, isInForce, type SecondFactorStore, type StoredSecondFactor } from './second-factors.ts'
