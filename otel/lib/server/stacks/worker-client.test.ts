import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)
const workerClient = JSON.stringify(new URL('./worker-client.ts', import.meta.url).href)

/** Runs a process with a client of a thread, and returns what it prints. It is killed if it does not exit. */
async function printed(thread: string, program: string, options = '{}'): Promise<string> {
  const script = `
    import { workerClient } from ${workerClient}
    const thread = ${JSON.stringify(`import { parentPort } from 'node:worker_threads'; ${thread}`)}
    const file = new URL('data:text/javascript,' + encodeURIComponent(thread))
    const { request } = workerClient({ file, workerData: {}, ...${options} })
    ${program}`
  const { stdout } = await run(process.execPath, ['--input-type=module-typescript', '-e', script], { timeout: 20_000 })
  return stdout.trim()
}

test('a process exits while its thread waits for further requests', async () => {
  const stdout = await printed(
    "parentPort.on('message', ({ id }) => parentPort.postMessage({ id }))",
    `const busy = setInterval(() => {}, 1_000)
    console.log(JSON.stringify(await request({}, 10_000)))
    clearInterval(busy)`,
  )
  expect(stdout).toBe('{"id":1}')
})

test('a process exits while a request has no reply yet', async () => {
  const stdout = await printed("parentPort.on('message', () => {})", "void request({}, 60_000)\nconsole.log('asked')")
  expect(stdout).toBe('asked')
})

test('a thread that does not reply for too long is replaced by another', async () => {
  const stdout = await printed(
    "parentPort.on('message', ({ id, isHard }) => { while (isHard); parentPort.postMessage({ id }) })",
    `const busy = setInterval(() => {}, 1_000)
    console.log(await request({ isHard: true }, 10))
    console.log(await request({}, 10_000))
    console.log((await request({}, 10_000)).id)
    clearInterval(busy)`,
    '{ maxBusyMs: 500 }',
  )
  expect(stdout.split('\n')).toEqual(['deadline', 'failed', '3'])
})
