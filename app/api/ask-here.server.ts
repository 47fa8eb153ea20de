import type { Reader } from '../access/reader.ts'
import { includesRole } from '../access/roles.ts'
import { encodePathSegment } from '../url/path-segment.ts'
import { type ApiRequest, createRunContext, limitRate, parseFields } from './answer.server.ts'
import { scopeNeeded } from './define/problem.ts'
import type { AnswerOf, InputOf, OperationId } from './operation-types.ts'
import { OPERATIONS } from './operations.ts'

/**
 * Asks an operation in this process, for the reader of a request by another protocol: with their permissions, their limit of requests and the
 * priority of programs, as if they had asked over HTTP.
 *
 * @throws {Problem} As the API answers.
 */
export async function askHere<Id extends OperationId>(
  args: ApiRequest,
  reader: Reader,
  { id, input, signal }: { readonly id: Id; readonly input: InputOf<Id>; readonly signal: AbortSignal },
): Promise<AnswerOf<Id>> {
  const operation = OPERATIONS.find(each => each.id === id)
  if (operation === undefined) throw new Error(`There is no operation ${id}.`)
  limitRate(args, new Headers())
  if (!includesRole(reader.role, operation.permission)) throw scopeNeeded(operation.permission)
  const fields = placeFields(operation.params.shape, operation.method, input as Readonly<Record<string, unknown>>)
  const parsed = parseFields(operation, fields)
  const asked = createRunContext(args, reader, signal)
  // Written as JSON, it is what a client over HTTP gets.
  const answer =
    operation.list === undefined
      ? await operation.run(asked, parsed)
      : await operation.list.readPage(asked, {
          ...parsed,
          path: fields.path,
          search: new URLSearchParams(fields.query),
          ...(parsed.query as { readonly limit: number; readonly cursor: string }),
        })
  return JSON.parse(JSON.stringify(answer))
}

/** Where each field is in a request over HTTP. */
function placeFields(inPath: object, method: string, input: Readonly<Record<string, unknown>>) {
  const path: Record<string, string> = {}
  const query: Record<string, string> = {}
  const body: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(input)) {
    // The router decodes it so.
    if (Object.hasOwn(inPath, name)) path[name] = decodeURIComponent(encodePathSegment(String(value)))
    else if (method === 'POST') body[name] = value
    else if (value !== undefined && value !== '') query[name] = String(value)
  }
  return { path, query, body }
}
