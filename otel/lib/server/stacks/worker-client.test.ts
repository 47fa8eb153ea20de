import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)
const workerClient = JSON.stringify(new URL('./worker-client.ts', import.meta.url).href)
const thread =
  "import { parentPort } from 'node:worker_threads'; parentPort.on('message', ({ id }) => parentPort.postMessage({ id }))"

test('a process exits while its thread waits for further requests', async () => {
  const script = `
    import { workerClient } from ${workerClient}
    const file = new URL('data:text/javascript,' + encodeURIComponent(${JSON.stringify(thread)}))
    const { request } = workerClient({ file, workerData: {} })
    console.log(JSON.stringify(await request({}, 10_000)))`
  const { stdout } = await run(process.execPath, ['--input-type=module-typescript', '-e', script], { timeout: 20_000 })

  expect(stdout.trim()).toBe('{"id":1}')
})
