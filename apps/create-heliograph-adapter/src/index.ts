export { type CreatedPackage, type CreateOptions, createPackage } from './create-package.ts'
export type { PackageKind } from './names.ts'
