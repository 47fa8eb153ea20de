import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

/** `npm run test:fire`: long versions of the tests that send random requests to a running stack and kill its processes. */

const { values } = parseArgs({ options: { seed: { type: 'string', default: '1' } } })
const root = join(import.meta.dirname, '../..')
const files = ['e2e/fire', 'e2e/ingest/kill.spec.ts']
const { status } = spawnSync(join(root, 'node_modules/.bin/vitest'), ['run', '--project', 'nightly', ...files], {
  cwd: root,
  stdio: 'inherit',
  env: {
    ...process.env,
    ERRATA_TEST_REQUESTS: '250000',
    ERRATA_TEST_SEED: values.seed,
    ERRATA_TEST_KILLS: '102',
  },
})
process.exitCode = status ?? 1
