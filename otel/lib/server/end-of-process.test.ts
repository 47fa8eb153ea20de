import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)
const endOfProcess = JSON.stringify(new URL('./end-of-process.ts', import.meta.url).href)

/** Runs a process that gets SIGTERM while its Collector does not answer; what it prints are the deadlines. */
async function ended(listener: string) {
  const script = `
    import { sendBeforeEnd } from ${endOfProcess}
    const until = name => deadlineMs => {
      console.log(name, deadlineMs)
      return new Promise(resolve => setTimeout(resolve, deadlineMs))
    }
    sendBeforeEnd({ flush: until('flush'), shutdown: until('shutdown') }, 200)
    ${listener}
    process.kill(process.pid, 'SIGTERM')
    setTimeout(() => {}, 50)`
  const args = ['--input-type=module-typescript', '-e', script]
  const { stdout } = await run(process.execPath, args, { timeout: 20_000 }).catch(error => error)
  return stdout.trim().split('\n')
}

test('a process whose app listens to SIGTERM waits for the Collector once', async () => {
  expect(await ended("process.once('SIGTERM', () => {})")).toEqual(['flush 200', 'shutdown 0'])
})

test('a process whose app does not listen to SIGTERM ends by it, after it has sent', async () => {
  expect(await ended('')).toEqual(['shutdown 200'])
})
