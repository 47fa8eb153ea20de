import { setTimeout as wait } from 'node:timers/promises'
import { startOtlpRecorder } from './otlp-recorder.ts'
import { CANNOT_RUN, reasonOf, runSender } from './run-sender.ts'
import { withoutMachine } from './without-machine.ts'

/** What a sender sent for a failed request: requests in OTLP's JSON mapping, reduced to what describes the exception. */
export interface ErrorRecording {
  readonly source: string
  readonly logs: readonly object[]
  readonly traces: readonly object[]
}

const START_TIMEOUT_MS = 300_000
/** Longer than any of these SDKs delays sending. */
const FLUSH_MS = 3_000

/**
 * Installs a sender by its `run` file, starts it, sends it a request that fails, and records its telemetry.
 *
 * @param folder of the sender
 * @returns The recording, or why this sender cannot run here.
 * @throws {Error} With the sender's output if it does not start or sends no exception.
 */
export async function recordError(name: string, folder: string): Promise<ErrorRecording | string> {
  await using recorder = await startOtlpRecorder()
  await using sender = await runSender(name, folder, recorder.url)
  await untilItFails(`${sender.url}/pay`, () => sender.exitCode() !== null)
  if (sender.exitCode() === CANNOT_RUN) return reasonOf(sender)
  if (sender.exitCode() !== null) throw new Error(`${name} ended with ${sender.exitCode()}:\n${sender.printed()}`)
  await wait(FLUSH_MS)
  const of = (wanted: 'traces' | 'logs') =>
    recorder.sent
      .filter(({ signal }) => signal === wanted)
      .flatMap(({ request }) => onlyExceptions(withoutMachine(request, ABOUT_THE_APP)) ?? [])
  const recording = { source: `npm run test:senders -- --record ${name}`, logs: of('logs'), traces: of('traces') }
  if (recording.logs.length + recording.traces.length > 0) return recording
  throw new Error(`${name} sent no exception:\n${sender.printed()}`)
}

const ABOUT_THE_APP = /^(service\.name|telemetry\.sdk\.(language|name|version))$/

/** Once it listens, every request fails; before, or if it has ended, there is no response. */
async function untilItFails(url: string, hasEnded: () => boolean): Promise<void> {
  const deadline = AbortSignal.timeout(START_TIMEOUT_MS)
  while (!hasEnded()) {
    deadline.throwIfAborted()
    try {
      await fetch(url, { signal: AbortSignal.timeout(10_000) })
      return
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
      if ((error.cause as { code?: string } | undefined)?.code !== 'ECONNREFUSED') return
    }
    await wait(200)
  }
}

interface Request {
  readonly resourceSpans?: readonly { readonly scopeSpans: readonly Scope[] }[]
  readonly resourceLogs?: readonly { readonly scopeLogs: readonly Scope[] }[]
}
interface Scope {
  readonly spans?: readonly { readonly events?: readonly { readonly name?: string }[] }[]
  readonly logRecords?: readonly { readonly attributes?: readonly { readonly key?: string }[] }[]
}

/** The request reduced to spans and log records with an exception; undefined if there are none. */
function onlyExceptions(request: Request): object | undefined {
  const inScope = <T extends Scope>(scope: T) => ({
    ...scope,
    ...(scope.spans && {
      spans: scope.spans.filter(({ events = [] }) => events.some(({ name }) => name === 'exception')),
    }),
    ...(scope.logRecords && {
      logRecords: scope.logRecords.filter(({ attributes = [] }) =>
        attributes.some(({ key }) => key === 'exception.type'),
      ),
    }),
  })
  const isFilled = ({ spans = [], logRecords = [] }: Scope) => spans.length + logRecords.length > 0
  const spans = (request.resourceSpans ?? [])
    .map(of => ({ ...of, scopeSpans: of.scopeSpans.map(inScope).filter(isFilled) }))
    .filter(({ scopeSpans }) => scopeSpans.length > 0)
  const logs = (request.resourceLogs ?? [])
    .map(of => ({ ...of, scopeLogs: of.scopeLogs.map(inScope).filter(isFilled) }))
    .filter(({ scopeLogs }) => scopeLogs.length > 0)
  if (spans.length > 0) return { resourceSpans: spans }
  return logs.length > 0 ? { resourceLogs: logs } : undefined
}
