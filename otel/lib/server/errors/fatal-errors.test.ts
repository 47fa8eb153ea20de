import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'

// Processes of their own take their time to start on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const source = join(import.meta.dirname, 'fatal-errors.ts')

interface End {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs an app in a process of its own that has this watch over it: what it records goes to standard output. */
function run(app: string, args: readonly string[] = [], env: Readonly<Record<string, string>> = {}): Promise<End> {
  const script = `
    import { watchFatalErrors } from ${JSON.stringify(source)}
    const recordException = (error, { outcome }) => {
      console.log(outcome, error instanceof Error ? error.message : error)
      return { digest: '', traceId: undefined }
    }
    const runtime = { recordException, transactionOf: () => undefined }
    const flush = async () => console.log('flushed')
    watchFatalErrors(runtime, flush, 1_000)
    ${app}`
  return new Promise(resolve => {
    const child = execFile(
      process.execPath,
      [...args, '--input-type=module-typescript', '-e', script],
      { env: { ...process.env, NODE_OPTIONS: '', ...env } },
      (_error, stdout, stderr) => resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    )
  })
}

const rejects = "Promise.reject(new Error('lost')); setTimeout(() => console.log('went on'), 50)"

test.each([[[]], [['--unhandled-rejections=throw']], [['--unhandled-rejections=strict']]])(
  'with %j a rejection that nobody handles ends the process, recorded and sent',
  async args => {
    const { code, stdout, stderr } = await run(rejects, args)
    expect({ code, stdout }).toEqual({ code: 1, stdout: 'fatal lost\nflushed\n' })
    expect(stderr).toContain('Error: lost')
  },
)

test.each([
  ['warn', 0, true],
  ['none', 0, false],
  ['warn-with-error-code', 1, true],
])(
  'with --unhandled-rejections=%s it is recorded, and the process goes on and ends with %i',
  async (mode, exit, warns) => {
    const { code, stdout, stderr } = await run(rejects, [`--unhandled-rejections=${mode}`])
    expect({ code, stdout }).toEqual({ code: exit, stdout: 'unhandled lost\nwent on\n' })
    expect(stderr.includes('lost')).toBe(warns)
  },
)

test('the mode may be in NODE_OPTIONS, the command line wins', async () => {
  const env = { NODE_OPTIONS: '--unhandled-rejections=warn' }
  expect((await run(rejects, [], env)).code).toBe(0)
  expect((await run(rejects, ['--unhandled-rejections=throw'], env)).code).toBe(1)
})

test('where the app listens itself, recording is all that happens', async () => {
  const { code, stdout } = await run(`process.on('unhandledRejection', () => {}); ${rejects}`)
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'unhandled lost\nwent on\n' })
})

test('an uncaught exception ends the process, whatever was thrown', async () => {
  const { code, stdout, stderr } = await run('setTimeout(() => { throw { odd: 1 } }); setTimeout(() => {}, 5_000)')
  expect({ code, stdout }).toEqual({ code: 1, stdout: 'fatal { odd: 1 }\nflushed\n' })
  expect(stderr).toContain('{ odd: 1 }')
})
