import type { OperationId } from '../../app/api/operation-types.ts'
import { ApiError } from '../client/api-error.ts'
import { type Command, defineCommand } from '../define/define-command.ts'
import { DONE } from '../define/exit-code.ts'
import { showJson } from '../output/show-text.ts'
import { countOf } from '../output/values.ts'
import { filterOptions, filtersOf } from './list-command.ts'

/** The lists that can be exported, by the name of the command. */
const EXPORTS = {
  issues: 'listIssues',
  exceptions: 'listExceptions',
  traces: 'listTraces',
  spans: 'listSpans',
  logs: 'listLogs',
  sessions: 'listSessions',
  deploys: 'listDeploys',
} as const satisfies Record<string, OperationId>

/** All rows of a list, one a line. An export that was cut off, or that the database failed, ends with an error. */
const exportOf = (kind: keyof typeof EXPORTS): Command => {
  const id = EXPORTS[kind]
  const { sort: _, ...filters } = filterOptions(id)
  const hasSearch = id !== 'listDeploys'
  return defineCommand({
    ...{ name: `export ${kind}`, takes: hasSearch ? '[SEARCH]' : '', count: [0, hasSearch ? 1 : 0] },
    summary: `Writes all ${kind} that match, as JSON, one a line.`,
    options: filters,
    examples: [[`export ${kind} --last 7d > ${kind}.ndjson`, 'Of a week, into a file.']],
    async run({ api, output }, [search = ''], given) {
      // Issues have one order that does not change while exceptions arrive.
      const order = id === 'listIssues' ? { sort: 'first' } : {}
      const response = await api.request(
        id,
        { ...filtersOf(id, search, { ...given, sort: undefined }), ...order },
        { accept: 'application/x-ndjson' },
      )
      const rows = await output.writeLines(readRows(response, api.url))
      output.note(`${countOf(rows)} ${kind}`)
      return DONE
    },
  })
}

export const exports = Object.keys(EXPORTS).map(kind => exportOf(kind as keyof typeof EXPORTS))

interface EndLine {
  readonly end: boolean
  readonly rows: number
  readonly problem?: { readonly detail?: string }
}

/**
 * The rows of an export, without its last line.
 *
 * @throws {ApiError} Without a last line, or if that tells a problem.
 */
export async function* readRows(response: Response, url: string): AsyncGenerator<string> {
  let last: string | undefined
  let rows = 0
  try {
    for await (const line of readLines(response)) {
      if (last !== undefined) {
        rows++
        yield showJson(last)
      }
      last = line
    }
  } catch (error) {
    throw new ApiError(`The export was cut off after ${countOf(rows)} rows: ${url} does not answer any more.`, {
      status: 0,
      cause: error,
    })
  }
  const end = readEnd(last)
  if (end?.end === true && end.rows === rows) return
  const why = end?.problem?.detail ?? 'its last line is missing.'
  throw new ApiError(`The export was cut off after ${countOf(rows)} rows: ${why}`, { status: 0 })
}

function readEnd(line: string | undefined): EndLine | undefined {
  if (line === undefined || !line.startsWith('{"end":')) return undefined
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

async function* readLines({ body }: Response): AsyncGenerator<string> {
  if (body === null) return
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of body) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}
