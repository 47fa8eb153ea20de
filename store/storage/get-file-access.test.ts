import { expect, test } from 'vitest'
import { startEngine } from '../../test/engine/start-engine.ts'
import { openStore } from '../store.ts'
import { getFileAccess } from './get-file-access.ts'

test.each([
  ['no sandbox can be read, and it says so', 'off', true],
  // Only Linux has a sandbox.
  ['a sandbox cannot be read', 'auto', process.platform !== 'linux'],
])('files beside an engine with %s', async (_what, sandbox, readable) => {
  await using engine = await startEngine({ args: ['--sandbox', sandbox] })
  await engine.send({ body: 'CREATE DATABASE otel' })
  const store = openStore({ url: engine.url, ...engine.desk })

  expect(await getFileAccess(store, {})).toBe(readable)
  await store.close()
})
