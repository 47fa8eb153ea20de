import { setTimeout as wait } from 'node:timers/promises'
import { startOtlpRecorder } from './otlp-recorder.ts'
import { writeRecordedLines } from './recorded-lines.ts'
import { CANNOT_RUN, reasonOf, runSender } from './run-sender.ts'
import { withoutMachine } from './without-machine.ts'

/**
 * Installs a program by its `run` file, runs it to its end, and records all of its telemetry.
 *
 * @param folder of the program
 * @returns `lines` as `recorded.jsonl` has them, or why this program cannot run here.
 * @throws {Error} With the program's output if it fails, does not end or sends nothing.
 */
export async function recordProgram(name: string, folder: string): Promise<{ readonly lines: string } | string> {
  await using recorder = await startOtlpRecorder()
  await using program = await runSender(name, folder, recorder.url)
  const deadline = AbortSignal.timeout(RUN_TIMEOUT_MS)
  while (program.exitCode() === null) {
    if (deadline.aborted) throw new Error(`${name} does not end:\n${program.printed()}`)
    await wait(100)
  }
  if (program.exitCode() === CANNOT_RUN) return reasonOf(program)
  if (program.exitCode() !== 0) throw new Error(`${name} ended with ${program.exitCode()}:\n${program.printed()}`)
  if (recorder.sent.length === 0) throw new Error(`${name} sent nothing:\n${program.printed()}`)
  const sent = recorder.sent.map(({ signal, request }) => ({ signal, request: withoutMachine(request, ABOUT_THE_APP) }))
  return { lines: writeRecordedLines(sent) }
}

const RUN_TIMEOUT_MS = 400_000
const ABOUT_THE_APP = /^(service|telemetry|deployment|browser|user_agent)\./
