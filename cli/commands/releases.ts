import { setTimeout as wait } from 'node:timers/promises'
import type { AnswerOf } from '../../app/api/operation-types.ts'
import { encodePathSegment } from '../../app/url/path-segment.ts'
import { ApiError } from '../client/api-error.ts'
import { type Asked, defineCommand, UsageError } from '../define/define-command.ts'
import { COULD_NOT, DONE, type ExitCode, NO } from '../define/exit-code.ts'
import { type Fact, layFacts } from '../output/facts.ts'
import { countOf, momentOf, readDuration } from '../output/values.ts'
import { addParams } from './list-command.ts'

type Compared = AnswerOf<'compareRelease'>

/** The values of `--fail-if`. */
const FAILURES = {
  worse: ({ verdict }: Compared) => verdict === 'worse',
  slower: ({ verdict }: Compared) => verdict === 'slower',
  'new-issues': ({ new_issues }: Compared) => new_issues > 0,
} as const
type Failure = keyof typeof FAILURES

/** The desk computes the numbers anew as often. */
const POLL_MS = 15_000

export const releaseCompare = defineCommand({
  ...{ name: 'release compare', takes: 'SERVICE RELEASE', count: [2, 2] },
  summary: 'Compares a release with an earlier one, as its page does: a gate for deploys.',
  details: `Only what chance does not explain is worse. With --fail-if it exits with 1 if the release is, with links to what is worse; with 2 if it has had too few requests to tell.`,
  options: {
    wait: { value: 'TIME', description: 'Watches it so long, such as 10m, and ends early only where it fails.' },
    'fail-if': { value: 'WHAT', description: 'worse, slower or new-issues; several apart by commas.' },
    than: { value: 'RELEASE', description: 'What to compare it with, instead of the last good release before it.' },
    env: { value: 'NAME', description: '`deployment.environment.name`; every one without it.' },
    web: { description: 'Its page, opened on a terminal.' },
  },
  examples: [
    ['release compare shop 2.4.2', 'How it compares now.'],
    ['release compare shop 2.4.2 --wait 10m --fail-if worse || ./rollback', 'In a deploy script.'],
  ],
  async run(asked, [service = '', release = ''], { wait, than = '', env = '', 'fail-if': failIf }) {
    const failures = readFailures(failIf)
    const page = addParams(`/releases/${encodePathSegment(release)}`, {
      service,
      ...(env !== '' && { env }),
      ...(than !== '' && { than }),
    })
    if (asked.output.isWeb) {
      asked.output.web(page)
      return DONE
    }
    const input = { release, service, env, than }
    const found = await watch(asked, input, { forMs: readWait(wait), failures })
    return report(asked, found, { ...input, page, failures })
  },
})

function readFailures(text: string | undefined): readonly Failure[] {
  const names = text === undefined ? [] : text.split(',')
  const unknown = names.find(name => !Object.hasOwn(FAILURES, name))
  if (unknown === undefined) return names as Failure[]
  throw new UsageError(`--fail-if knows ${Object.keys(FAILURES).join(', ')}, and not "${unknown}".`)
}

function readWait(text: string | undefined): number {
  const ms = text === undefined ? 0 : readDuration(text)
  if (ms === undefined) throw new UsageError(`--wait ${text} is no time such as 90s or 10m.`)
  return ms
}

interface Asking {
  readonly release: string
  readonly service: string
  readonly env: string
  readonly than: string
}

/**
 * Asks again and again, until the time is over or the release fails. An outage meanwhile is waited out.
 *
 * @returns `undefined` for a release of which nothing was seen
 */
async function watch(
  { api, output }: Asked,
  input: Asking,
  { forMs, failures }: { readonly forMs: number; readonly failures: readonly Failure[] },
): Promise<Compared | undefined> {
  const untilMs = Date.now() + forMs
  for (let told = ''; ; ) {
    // The last look begins when the time is over, however long one takes.
    const isLast = Date.now() >= untilMs
    const found = await compare(api, input).catch((error: unknown) => {
      if (error instanceof ApiError && isPassing(error) && !isLast) return error
      throw error
    })
    const isOutage = found instanceof ApiError
    if (!isOutage && (isLast || (found !== undefined && failures.some(name => FAILURES[name](found))))) return found
    const state = isOutage ? found.message : (found?.verdict_text ?? 'nothing was seen of it yet')
    if (state !== told)
      output.note(
        `${input.service} ${input.release}: ${state.replace(/\.$/, '')}. Watching on until ${clock(untilMs)}.`,
      )
    told = state
    await wait(Math.max(0, Math.min(POLL_MS, untilMs - Date.now())))
  }
}

/** The desk may be deployed itself, or its database restart. */
const isPassing = ({ status }: ApiError) => status === 0 || status >= 500

const clock = (ms: number) => `${new Date(ms).toISOString().slice(11, 19)}Z`

async function compare(api: Asked['api'], input: Asking): Promise<Compared | undefined> {
  try {
    return await api.ask('compareRelease', input)
  } catch (error) {
    if (error instanceof ApiError && error.kind === 'not-found') return undefined
    throw error
  }
}

interface Reported extends Asking {
  readonly page: string
  readonly failures: readonly Failure[]
}

function report({ api, output }: Asked, found: Compared | undefined, { failures, page, ...of }: Reported): ExitCode {
  if (found === undefined) {
    output.note(`Nothing was seen of ${of.release} in ${of.service}${of.than && ` after ${of.than}`}.`)
    return failures.length > 0 ? COULD_NOT : NO
  }
  const failing = failures.filter(name => FAILURES[name](found))
  if (output.isJson) output.json(found)
  else show(found)
  if (failures.length === 0) return DONE
  if (failing.length > 0) return NO
  if (found.verdict !== 'unknown') return DONE
  output.note(`It cannot be told yet: ${found.verdict_text}.`)
  return COULD_NOT

  function show(found: Compared): void {
    const bad = found.verdict === 'worse' || found.verdict === 'slower'
    output.styledLine(bad ? 'red' : 'bold', `${of.service} ${found.release}: ${found.verdict_text}`)
    output.lines(
      layFacts([
        ['worse', found.worse.join(', ')],
        ['better', found.better.join(', ')],
        ['requests', describeShare(found.failed_requests, found.failed_requests_before, 'failed')],
        ['sessions', describeShare(found.crash_free_sessions, found.crash_free_sessions_before, 'without a crash')],
        ...found.deploys.slice(0, 3).map(({ time, by }): Fact => ['deployed', `${momentOf(time)} by ${by}`]),
        ['page', api.url + page],
      ]),
    )
    const news = found.issues.filter(({ change }) => change === 'new' || change === 'back')
    if (news.length === 0) return
    output.lines('')
    output.table(news, [
      { title: 'issue is', cell: ({ change }) => change },
      { title: 'exceptions', isNumber: true, cell: ({ exceptions }) => countOf(exceptions) },
      { title: 'link', cell: ({ issue }) => `${api.url}/issues/${encodePathSegment(issue)}` },
      { title: 'what', cell: ({ type, message }) => `${type}: ${message}` },
    ])
  }
}

type Share = Compared['failed_requests']

function describeShare(now: Share, before: Share, what: string): string {
  if (now.whole === 0) return ''
  const was = before.whole === 0 ? '' : `, before ${countOf(before.part)} of ${countOf(before.whole)}`
  return `${countOf(now.part)} of ${countOf(now.whole)} ${what}${was}`
}
