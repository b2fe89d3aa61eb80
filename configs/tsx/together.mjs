// The one process of test.mjs: every file is a suite with its name.
import { resolve } from 'node:path'
import { describe } from 'node:test'
import { pathToFileURL } from 'node:url'

const { files, timeout } = JSON.parse(process.env.HELIOGRAPH_TEST_FILES)
delete process.env.HELIOGRAPH_TEST_FILES
for (const file of files) describe(file, { timeout }, () => import(pathToFileURL(resolve(file)).href))
