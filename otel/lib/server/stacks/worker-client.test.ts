import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)
const askedThread = JSON.stringify(new URL('./asked-thread.ts', import.meta.url).href)
const thread =
  "import { parentPort } from 'node:worker_threads'; parentPort.on('message', ({ id }) => parentPort.postMessage({ id }))"

test('a process ends although a thread of it has answered and waits for more', async () => {
  const script = `
    import { askedThread } from ${askedThread}
    const file = new URL('data:text/javascript,' + encodeURIComponent(${JSON.stringify(thread)}))
    const { ask } = askedThread({ file, workerData: {} })
    console.log(JSON.stringify(await ask({}, 10_000)))`
  const { stdout } = await run(process.execPath, ['--input-type=module-typescript', '-e', script], { timeout: 20_000 })

  expect(stdout.trim()).toBe('{"id":1}')
})
