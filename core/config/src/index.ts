export { changedPaths } from './changed-paths.ts'
export { findCommandFaults } from './command-faults.ts'
export type { Objection } from './constraint.ts'
export { type ConfigKey, describeSchema } from './describe-schema.ts'
export {
  type ConfigurationDocument,
  type DocumentOptions,
  openConfiguration,
  type ReadConfigResult,
} from './document.ts'
export { replaceGenerated } from './generated-text.ts'
export { hideSecrets } from './hide-secrets.ts'
export { nearest } from './nearest.ts'
export { callPageEndpoint, type PageCallRequest } from './page-endpoints.ts'
export { findPageFaults } from './page-faults.ts'
export { type ConfigPath, formatPath } from './path.ts'
export { ConfigurationError, type ConfigurationProblem } from './problem.ts'
export { renderConfigTable } from './render-config-table.ts'
export { renderMarkdownTable } from './render-table.ts'
export { createSecretValues, type SecretValues } from './secret-values.ts'
export { describeTypedValues, type TypedValue, type TypedValuesSchema } from './typed-values.ts'
export { SAVE_AS_UTF8, utf8Text } from './utf8-text.ts'
