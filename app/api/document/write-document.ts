import { z } from 'zod'
import { createDocument, type ZodOpenApiPathsObject } from 'zod-openapi'
import { SCOPES_OF_ROLES } from '../../access/token-scopes.ts'
import type { Operation } from '../define/operation.ts'
import { PROBLEMS, type ProblemKind } from '../define/problem.ts'

const problem = z
  .object({
    type: z.string().meta({ description: 'What kind of problem: a section of docs/api.md. More kinds may come.' }),
    title: z.string(),
    status: z.number().int(),
    detail: z.string(),
    errors: z
      .array(
        z.object({
          parameter: z.string().optional().meta({ description: 'Name of a parameter of the path or query.' }),
          pointer: z.string().optional().meta({ description: 'Place in the body, a JSON pointer.' }),
          detail: z.string(),
        }),
      )
      .optional(),
    trace_id: z.string().optional().meta({ description: 'Of the trace that Errata wrote of the request.' }),
  })
  .meta({ id: 'Problem', description: 'RFC 9457.' })

/** Problems that any operation may answer. */
const EVERYWHERE: readonly ProblemKind[] = [
  ...(['invalid-request', 'token-needed', 'not-for-browsers', 'too-many-requests'] as const),
  ...(['database-unavailable', 'too-slow'] as const),
]

/**
 * The OpenAPI document of operations, for the test that writes docs/openapi.json; the app serves that file.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html
 */
export function writeDocument(operations: readonly Operation[]) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const operation of operations) {
    const ofPath = paths[operation.path] ?? {}
    paths[operation.path] = { ...ofPath, [operation.method.toLowerCase()]: writeOperation(operation) }
  }
  return createDocument(
    {
      openapi: '3.1.1',
      info: {
        title: 'Errata',
        version: '1',
        description:
          'What Errata knows, for programs. It only grows: ignore fields and values that you do not know. See docs/api.md.',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: '/api/v1' }],
      security: [{ token: [] }],
      components: {
        securitySchemes: {
          token: { type: 'http', scheme: 'bearer', description: 'A token of the page Tokens: `errata_…`.' },
        },
      },
      // The parts are typed where they are made: operation by operation.
      paths: paths as ZodOpenApiPathsObject,
    },
    {
      // Clients ignore what they do not know, so an answer may have more.
      override({ jsonSchema, io }) {
        if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
      },
    },
  )
}

function writeOperation(operation: Operation) {
  const { id, tag, summary, description, permission, params, query, body, answer, status = 200, list } = operation
  const kinds: ProblemKind[] = [
    ...EVERYWHERE,
    ...(permission === 'viewer' ? [] : (['scope-needed'] as const)),
    ...(operation.path.includes('{') ? (['not-found'] as const) : []),
    ...(body === undefined ? [] : (['too-large', 'not-json', 'disk-full'] as const)),
  ]
  const content = {
    'application/json': { schema: answer },
    ...(list !== undefined && {
      'application/x-ndjson': {
        schema: {
          type: 'string' as const,
          description: 'All rows, one a line, and a last line `{"end":true,"rows":n}`.',
        },
      },
    }),
  }
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description !== undefined && { description }),
    'x-scope': SCOPES_OF_ROLES[permission],
    requestParams: { path: params, query },
    ...(body !== undefined && { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
    responses: {
      [status]: { description: 'The answer.', content },
      ...(operation.hasEtag && { 304: { description: 'Nothing has changed since the given `ETag`.' } }),
      ...Object.fromEntries(
        Map.groupBy(kinds, kind => PROBLEMS[kind].status)
          .entries()
          .map(([status, of]) => [
            status,
            {
              description: of.map(kind => PROBLEMS[kind].title).join('; '),
              content: { 'application/problem+json': { schema: problem } },
            },
          ]),
      ),
    },
  }
}
