import { trace } from '@opentelemetry/api'
import type { Role } from '../../access/roles.ts'
import { SCOPES_OF_ROLES } from '../../access/token-scopes.ts'

/** Every way in which a request can fail, with its status and title. docs/api.md has a section for each. */
export const PROBLEMS = {
  'invalid-request': { status: 400, title: 'Invalid request' },
  'token-needed': { status: 401, title: 'A token is needed' },
  'token-invalid': { status: 401, title: 'The token is not valid' },
  'not-for-browsers': { status: 403, title: 'Not for pages in a browser' },
  'scope-needed': { status: 403, title: 'The token may not do this' },
  'not-found': { status: 404, title: 'Not found' },
  'method-not-allowed': { status: 405, title: 'Method not allowed' },
  'too-large': { status: 413, title: 'The body is too large' },
  'not-json': { status: 415, title: 'The body is not JSON' },
  'too-many-requests': { status: 429, title: 'Too many requests' },
  fault: { status: 500, title: 'Fault of Errata' },
  'database-unavailable': { status: 503, title: 'The database cannot answer' },
  'too-slow': { status: 504, title: 'The answer took too long' },
  'disk-full': { status: 507, title: 'The disk is full' },
} as const

export type ProblemKind = keyof typeof PROBLEMS

/** A fault of one field. */
export interface FieldProblem {
  /** Name of a parameter of the path or query. */
  readonly parameter?: string
  /** Place in the body. @see https://www.rfc-editor.org/rfc/rfc6901 */
  readonly pointer?: string
  /** One sentence. */
  readonly detail: string
}

interface ProblemOptions {
  readonly errors?: readonly FieldProblem[]
  readonly headers?: Readonly<Record<string, string>>
}

/** Ends a request with a problem. */
export class Problem extends Error {
  readonly kind: ProblemKind
  readonly errors: readonly FieldProblem[]
  readonly headers: Readonly<Record<string, string>>

  /** @param detail one sentence for whoever wrote the program */
  constructor(kind: ProblemKind, detail: string, { errors = [], headers = {} }: ProblemOptions = {}) {
    super(detail)
    this.kind = kind
    this.errors = errors
    this.headers = headers
  }
}

export const invalidParameter = (parameter: string, detail: string) =>
  new Problem('invalid-request', detail, { errors: [{ parameter, detail }] })

/** @param pointer @see https://www.rfc-editor.org/rfc/rfc6901 */
export const invalidBody = (pointer: string, detail: string) =>
  new Problem('invalid-request', detail, { errors: [{ pointer, detail }] })

export function scopeNeeded(role: Role): Problem {
  const scope = SCOPES_OF_ROLES[role]
  return new Problem('scope-needed', `This needs a token with the scope ${scope}, of somebody who is ${role}.`, {
    headers: { 'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
  })
}

/** The members of a problem. @see https://www.rfc-editor.org/rfc/rfc9457 */
export function describeProblem({ kind, message, errors }: Problem) {
  const traceId = trace.getActiveSpan()?.spanContext().traceId
  return {
    type: `docs/api.md#${kind}`,
    ...PROBLEMS[kind],
    detail: message,
    ...(errors.length > 0 && { errors }),
    ...(traceId !== undefined && { trace_id: traceId }),
  }
}

export function problemResponse(problem: Problem): Response {
  return new Response(`${JSON.stringify(describeProblem(problem))}\n`, {
    status: PROBLEMS[problem.kind].status,
    headers: { 'content-type': 'application/problem+json', 'cache-control': 'no-store', ...problem.headers },
  })
}
